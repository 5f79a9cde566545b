import { connect, createServer, type Server } from "node:net";
import { askResolvers } from "./secure-dns.ts";

/** postfix-mta-sts-resolver, as its package starts it. */
const mtaStsPort = 8461;
const mtaStsTimeoutMs = 10_000;
const maxRequestBytes = 4_096;

type Options = {
  /** Those that Postfix asks as well. */
  resolvers: () => readonly string[];
  mtaSts?: { host: string; port: number };
};

/**
 * The TLS policies of Postfix (`smtp_tls_policy_maps`) as a socketmap: MTA-STS, except for a domain with DANE, whose
 * answer must not be replaced by it (RFC 8461, section 2). Postfix itself looks at DANE where no policy is found.
 */
export function createTlsPolicy({
  resolvers,
  mtaSts = { host: "127.0.0.1", port: mtaStsPort },
}: Options): Server {
  const answer = async (request: string): Promise<string> => {
    const domain = request.slice(request.indexOf(" ") + 1);
    if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/i.test(domain) || (await hasDane(resolvers(), domain))) {
      return "NOTFOUND ";
    }
    return askMtaSts(mtaSts, request);
  };
  return createServer((socket) => {
    let received: Buffer = Buffer.alloc(0);
    let last: Promise<unknown> = Promise.resolve();
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      for (let next = readNetstring(received); next; next = readNetstring(received)) {
        const { text } = next;
        received = next.rest;
        last = last
          .then(() => answer(text))
          .catch((error: Error) => `TEMP ${error.message}`)
          .then((reply) => socket.write(netstring(reply)));
      }
      if (received.length > maxRequestBytes) {
        socket.destroy();
      }
    });
  });
}

/** Also if that can't be said now: Postfix then sends nothing without it. */
async function hasDane(resolvers: readonly string[], domain: string): Promise<boolean> {
  const mx = await askResolvers(resolvers, domain, "MX");
  if (!mx) {
    return true;
  }
  if (!mx.isSecure) {
    return false;
  }
  const hosts = mx.values.length > 0 ? mx.values : [domain];
  const found = await Promise.all(hosts.map((host) => askResolvers(resolvers, `_25._tcp.${host}`, "TLSA")));
  return found.some((tlsa) => !tlsa || (tlsa.isSecure && tlsa.values.length > 0));
}

function askMtaSts(address: { host: string; port: number }, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    let received: Buffer = Buffer.alloc(0);
    const fail = () => {
      socket.destroy();
      reject(new Error("postfix-mta-sts-resolver doesn't answer"));
    };
    socket.setTimeout(mtaStsTimeoutMs, fail).once("error", fail).once("close", fail);
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const reply = readNetstring(received);
      if (reply) {
        resolve(reply.text);
        socket.destroy();
      }
    });
    socket.write(netstring(request));
  });
}

/** Undefined while it isn't whole. */
function readNetstring(bytes: Buffer): { text: string; rest: Buffer } | undefined {
  const [head = "", length = ""] = /^(\d{1,5}):/.exec(bytes.toString("latin1", 0, 6)) ?? [];
  const end = head.length + Number(length);
  return head !== "" && bytes.length > end
    ? { text: bytes.toString("utf8", head.length, end), rest: bytes.subarray(end + 1) }
    : undefined;
}

const netstring = (text: string): string => `${Buffer.byteLength(text)}:${text},`;
