import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import dnsPacket, { type Answer } from "dns-packet";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTlsPolicy } from "../src/tls-policy/tls-policy.ts";

const udp = createSocket("udp4");
/** Knows one policy, and answers in two parts. */
const mtaSts = createServer((socket) => {
  socket.once("data", (request) => {
    const reply = String(request).includes(" both.example") || String(request).includes(" sts.example");
    const text = reply ? "OK secure match=mx.example" : "NOTFOUND ";
    socket.write(`${text.length}:${text.slice(0, 3)}`, () => socket.write(`${text.slice(3)},`));
  });
});
const dane = ["dane.example", "both.example"];
const signed = [...dane, "signed.example"];
let policy: ReturnType<typeof createTlsPolicy>;
let port = 0;

beforeAll(async () => {
  udp.on("message", (message, from) => {
    const query = dnsPacket.decode(message);
    const { name = "", type = "A" } = query.questions?.[0] ?? {};
    const domain = name.replace(/^_25\._tcp\.mx\./, "");
    const answers: Answer[] =
      type === "MX"
        ? [{ name, type, data: { preference: 10, exchange: `mx.${name}` } }]
        : type === "TLSA" && (dane.includes(domain) || domain === "unsigned.example")
          ? [{ name, type, data: { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.alloc(32) } }]
          : [];
    const failed = domain === "away.example" ? 2 : 0;
    const secure = signed.includes(domain) ? dnsPacket.AUTHENTIC_DATA : 0;
    const flags = dnsPacket.RECURSION_AVAILABLE | failed | secure;
    udp.send(
      dnsPacket.encode({
        type: "response",
        id: query.id ?? 0,
        flags,
        questions: query.questions ?? [],
        answers,
      }),
      from.port,
      from.address,
    );
  });
  udp.bind(0, "127.0.0.1");
  await once(udp, "listening");
  await once(mtaSts.listen(0, "127.0.0.1"), "listening");
  const resolvers = [`127.0.0.1:${udp.address().port}`];
  const address = { host: "127.0.0.1", port: (mtaSts.address() as AddressInfo).port };
  policy = createTlsPolicy({ resolvers: () => resolvers, mtaSts: address }).listen(0, "127.0.0.1");
  await once(policy, "listening");
  port = (policy.address() as AddressInfo).port;
});
afterAll(() => {
  udp.close();
  mtaSts.close();
  policy.close();
});

const ask = async (...domains: string[]): Promise<string> => {
  const socket = connect(port, "127.0.0.1");
  socket.write(domains.map((domain) => `${domain.length + 8}:postfix ${domain},`).join(""));
  let received = "";
  for await (const chunk of socket) {
    received += chunk;
    if (received.split(",").length > domains.length) {
      break;
    }
  }
  return received;
};

it.each([
  ["MTA-STS alone", "sts.example", "OK secure match=mx.example"],
  ["neither", "signed.example", "NOTFOUND "],
  ["DANE alone", "dane.example", "NOTFOUND "],
  ["both, where DANE decides", "both.example", "NOTFOUND "],
  ["TLSA records that aren't signed", "unsigned.example", "NOTFOUND "],
  ["nameservers that are away", "away.example", "NOTFOUND "],
  ["a parent domain", ".sts.example", "NOTFOUND "],
  ["an address literal", "[192.0.2.1]:25", "NOTFOUND "],
])("finds the TLS policy of a domain with %s", async (_, domain, reply) => {
  expect(await ask(domain)).toBe(`${reply.length}:${reply},`);
});

it("answers several questions of a connection in order", async () => {
  expect(await ask("sts.example", "dane.example")).toBe("26:OK secure match=mx.example,9:NOTFOUND ,");
});

it("defers mail while MTA-STS can't be asked", async () => {
  const alone = createTlsPolicy({
    resolvers: () => [`127.0.0.1:${udp.address().port}`],
    mtaSts: { host: "127.0.0.1", port: 1 },
  });
  await once(alone.listen(0, "127.0.0.1"), "listening");
  const socket = connect((alone.address() as AddressInfo).port, "127.0.0.1");
  socket.write("19:postfix sts.example,");
  const [reply] = await once(socket, "data");
  socket.destroy();
  alone.close();
  expect(String(reply)).toMatch(/^\d+:TEMP postfix-mta-sts-resolver doesn't answer,$/);
});
