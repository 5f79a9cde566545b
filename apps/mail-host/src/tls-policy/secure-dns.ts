import { createSocket } from "node:dgram";
import { once } from "node:events";
import dnsPacket, { type RecordType } from "dns-packet";

/** What a validating resolver answers; undefined if it can't say now. */
export type SecureAnswer = { isSecure: boolean; values: string[] } | undefined;

const tryTimeoutMs = 2_000;
const portByDefault = 53;

/** Asks the resolvers, such as `127.0.0.1` or `127.0.0.1:5353`, one after the other. */
export async function askResolvers(
  servers: readonly string[],
  name: string,
  type: RecordType,
): Promise<SecureAnswer> {
  for (const server of servers) {
    const answer = await askResolver(server, name, type).catch(() => undefined);
    if (answer) {
      return answer;
    }
  }
  return;
}

async function askResolver(server: string, name: string, type: RecordType): Promise<SecureAnswer> {
  const { address, port } = readServer(server);
  const id = Math.floor(Math.random() * 65_536);
  // The flag AD in a question asks for it in the answer (RFC 6840, section 5.7).
  const query = dnsPacket.encode({
    type: "query",
    id,
    flags: dnsPacket.RECURSION_DESIRED | dnsPacket.AUTHENTIC_DATA,
    questions: [{ name, type }],
    additionals: [
      {
        type: "OPT",
        name: ".",
        udpPayloadSize: 4_096,
        flags: 0,
        extendedRcode: 0,
        ednsVersion: 0,
        flag_do: false,
        options: [],
      },
    ],
  });
  const socket = createSocket(address.includes(":") ? "udp6" : "udp4");
  try {
    socket.connect(port, address);
    await once(socket, "connect");
    socket.send(query);
    const [message] = (await once(socket, "message", { signal: AbortSignal.timeout(tryTimeoutMs) })) as [
      Buffer,
    ];
    const reply = dnsPacket.decode(message);
    const { rcode, flag_ad: isSecure, flag_tc: isCut } = reply as typeof reply & { rcode: string };
    if (reply.id !== id || isCut || !["NOERROR", "NXDOMAIN"].includes(rcode)) {
      return;
    }
    const answers = (reply.answers ?? []).filter((answer) => answer.type === type);
    return { isSecure, values: answers.map((answer) => ("data" in answer ? textOf(answer.data) : "")) };
  } finally {
    socket.close();
  }
}

/** Of an MX record, its host. Of a TLSA record, only that there is one matters. */
const textOf = (data: unknown): string =>
  typeof data === "object" && data !== null && "exchange" in data ? String(data.exchange) : "";

function readServer(text: string): { address: string; port: number } {
  const [, bracketed, plain, port] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(text) ?? [];
  return { address: bracketed ?? plain ?? text, port: port === undefined ? portByDefault : Number(port) };
}
