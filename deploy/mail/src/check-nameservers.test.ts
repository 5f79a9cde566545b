import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterEach, expect, it } from "vitest";
import { checkNameservers } from "./check-nameservers.ts";
import { checkRedis } from "./check-redis.ts";

const sockets: ReturnType<typeof createSocket>[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) {
    socket.close();
  }
});

/** A nameserver that answers each question with these flags, or not at all. Returns its address and port. */
async function nameserver(flags: number | undefined): Promise<string> {
  const socket = createSocket("udp4");
  sockets.push(socket);
  socket.on("message", (question, { port, address }) => {
    if (flags !== undefined) {
      const answer = Buffer.from(question);
      answer.writeUInt16BE(flags, 2);
      // An answer to another question comes first.
      const foreign = Buffer.from(answer);
      foreign.writeUInt16BE((question.readUInt16BE(0) + 1) % 65_536, 0);
      socket.send(foreign, port, address);
      socket.send(answer, port, address);
    }
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return `127.0.0.1:${socket.address().port}`;
}

const check = (nameservers: string[] | undefined) => checkNameservers({ nameservers } as never);

it.each<[string, number | undefined, string | undefined]>([
  ["answers and validates", 0x81a0, undefined],
  ["answers without validating", 0x8180, "doesn't validate DNSSEC, which DANE needs; unbound does"],
  ["refuses", 0x8185, "answers with a refusal (REFUSED)"],
  ["fails", 0x8182, "answers with a failure (SERVFAIL)"],
  ["knows no such name", 0x8183, "answers with the error 3"],
  ["is silent", undefined, "doesn't answer within 2 s"],
])("a resolver that %s is judged so", async (_what, flags, fault) => {
  const server = await nameserver(flags);
  expect(await check([server])).toEqual(fault ? [`the nameserver ${server} ${fault}`] : []);
});

it("names each resolver that isn't running, in every notation", async () => {
  const port = 9;
  const given = [`127.0.0.1:${port}`, `[::1]:${port}`];
  expect(await check(given)).toEqual(
    given.map((each) => `the nameserver ${each} isn't running: nothing listens on its port`),
  );
  expect(await check(undefined)).toEqual([]);
});

it("a Redis that isn't running is named", async () => {
  expect(await checkRedis({ redis: undefined } as never)).toEqual([]);
  expect(await checkRedis({ redis: { host: "127.0.0.1", port: 9 } } as never)).toEqual([
    "redis: 127.0.0.1:9: connect ECONNREFUSED 127.0.0.1:9",
  ]);
});
