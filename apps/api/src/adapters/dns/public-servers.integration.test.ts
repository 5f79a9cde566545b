import { randomBytes } from "node:crypto";
import dnsPacket from "dns-packet";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Handler, reply, startServer } from "../../../test/support/dns/dns-server.ts";
import { hasKnot, startTestNameservers } from "../../../test/support/dns/nameservers.ts";
import { createKnotServer } from "../knot/index.ts";
import { createPublicServers } from "./public-servers.ts";

const { readSerial } = createPublicServers([], { tries: 1, tryTimeoutMs: 300 });
const at = (port: number) => ({ host: "ns1.example.net", address: "127.0.0.1", port });
const soa = (serial: number) => ({
  type: "SOA" as const,
  name: "Example.com",
  data: {
    mname: "ns1.example.net",
    rname: "hostmaster.example.net",
    serial,
    refresh: 1,
    retry: 1,
    expire: 1,
    minimum: 1,
  },
});
const authoritative = dnsPacket.AUTHORITATIVE_ANSWER;

describe("the serial that a public nameserver serves", () => {
  const refused = 5;
  const serverFailure = 2;
  it.each<[string, Handler, object]>([
    ["its answer", (query) => reply(query, authoritative, [soa(7)]), { kind: "answered", serial: 7 }],
    [
      "over TCP if the response is truncated",
      (query, how) =>
        how === "udp"
          ? reply(query, authoritative | dnsPacket.TRUNCATED_RESPONSE)
          : reply(query, authoritative, [soa(8)]),
      { kind: "answered", serial: 8 },
    ],
    ["none if it refuses", (query) => reply(query, refused), { kind: "not_served" }],
    ["none if its zone has no content", (query) => reply(query, serverFailure), { kind: "not_served" }],
    ["none if it isn't authoritative", (query) => reply(query, 0, [soa(7)]), { kind: "not_served" }],
    [
      "none if the answer is another zone's",
      (query) => reply(query, authoritative, [{ ...soa(7), name: "com" }]),
      { kind: "not_served" },
    ],
    ["away if it is silent", () => undefined, { kind: "away", reason: "timeout" }],
    [
      "away if its answer is garbage",
      (query) => {
        const bytes = randomBytes(40);
        bytes.writeUInt16BE(query.id ?? 0);
        return bytes;
      },
      { kind: "away", reason: "malformed" },
    ],
  ])("is %s", async (_title, handler, expected) => {
    await using server = await startServer(handler);
    expect(await readSerial(at(server.port), "example.com")).toEqual(expected);
  });

  it("is away if nothing listens there", async () => {
    const server = await startServer(() => undefined);
    await server[Symbol.asyncDispose]();
    expect(await readSerial(at(server.port), "example.com")).toEqual({ kind: "away", reason: "refused" });
  });

  it("rejects with the signal's reason when the query is aborted", async () => {
    await using server = await startServer(() => undefined);
    const result = readSerial(at(server.port), "example.com", AbortSignal.abort(new Error("enough")));
    await expect(result).rejects.toThrow("enough");
  });
});

describe.skipIf(!hasKnot)("Knot's public nameservers (skipped without Knot)", () => {
  let nameservers: Awaited<ReturnType<typeof startTestNameservers>>;
  beforeAll(async () => {
    nameservers = await startTestNameservers();
  });
  afterAll(() => nameservers?.close());

  it("have the serial of the primary soon after, and none of a zone that was withdrawn", async () => {
    const server = createKnotServer({ socketPath: nameservers.socketPath });
    const { signal } = new AbortController();
    const name = "example.com";
    const zone = {
      name,
      serial: 41,
      soa: {
        primaryHost: "ns1.example.net",
        contactMailbox: "hostmaster@example.net",
        refreshSeconds: 3600,
        retrySeconds: 600,
        expireSeconds: 604_800,
        negativeTtlSeconds: 60,
        ttlSeconds: 60,
      },
      recordSets: [{ name: "@", type: "NS", ttlSeconds: 60, values: ["ns1.example.net."] }],
    };
    const publicSerials = () =>
      Promise.all(nameservers.ports.slice(1).map((port) => readSerial(at(port), name)));
    await server.converse((session) => session.put(zone), signal);
    await expect.poll(publicSerials).toEqual(Array(2).fill({ kind: "answered", serial: 41 }));
    const { serial } = await server.converse(async (session) => {
      await session.setSigning(name, "signed");
      return await session.put({ ...zone, soa: { ...zone.soa, ttlSeconds: 61 } });
    }, signal);
    await expect.poll(publicSerials).toEqual(Array(2).fill({ kind: "answered", serial }));
    await server.converse((session) => session.remove(name), signal);
    await expect.poll(publicSerials).toEqual(Array(2).fill({ kind: "not_served" }));
  });
});
