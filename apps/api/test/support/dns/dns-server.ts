import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import dnsPacket, { type Answer, type DecodedPacket } from "dns-packet";

type Reply = Buffer | undefined;
export type Handler = (query: DecodedPacket, how: "udp" | "tcp", count: number) => Reply | Reply[];

/** A DNS server whose responses the test writes, with UDP and TCP on one port. */
export async function startServer(handle: Handler) {
  const asked: { how: "udp" | "tcp"; query: DecodedPacket; port: number }[] = [];
  const answer = (message: Buffer, how: "udp" | "tcp", port: number): Buffer[] => {
    const query = dnsPacket.decode(message);
    asked.push({ how, query, port });
    const replies = handle(query, how, asked.length);
    return (Array.isArray(replies) ? replies : [replies]).filter((reply) => reply !== undefined);
  };
  const tcp = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (chunk) => {
      const [reply] = answer(chunk.subarray(2), "tcp", socket.remotePort ?? 0);
      if (!reply) {
        return socket.destroy();
      }
      const length = Buffer.alloc(2);
      length.writeUInt16BE(reply.length);
      // In two parts, because a stream doesn't preserve message boundaries.
      socket.write(length.subarray(0, 1), () => socket.end(Buffer.concat([length.subarray(1), reply])));
    });
  });
  tcp.listen(0, "127.0.0.1");
  await once(tcp, "listening");
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket("udp4");
  udp.on("message", (message, from) => {
    for (const reply of answer(message, "udp", from.port)) {
      udp.send(reply, from.port, from.address);
    }
  });
  udp.bind(port, "127.0.0.1");
  await once(udp, "listening");
  return {
    port,
    asked,
    async [Symbol.asyncDispose]() {
      udp.close();
      tcp.close();
      await once(tcp, "close");
    },
  };
}

export function reply(
  query: DecodedPacket,
  flags: number,
  answers: Answer[] = [],
  over: object = {},
): Buffer {
  const questions = query.questions ?? [];
  return dnsPacket.encode({ type: "response", id: query.id ?? 0, flags, questions, answers, ...over });
}
