import dnsPacket, { type Answer, type DecodedPacket } from "dns-packet";
import { describe, expect, it } from "vitest";
import { type Handler, reply, startServer } from "../../../test/support/dns/dns-server.ts";
import type { MailRecordType } from "../../modules/mail/ports.ts";
import { isPrivateAddress } from "../http-egress/address-ranges.ts";
import { type DnsOptions, DnsResolver } from "./index.ts";
import { readServer } from "./resolvers.ts";

const authoritative = dnsPacket.AUTHORITATIVE_ANSWER;
const [noError, serverFailure, nameError, refused] = [0, 2, 3, 5];

const dnskey = (key: Buffer): Answer => ({
  type: "DNSKEY",
  name: "Example.com",
  ttl: 60,
  data: { flags: 257, algorithm: 13, key },
});
const rrsig: Answer = {
  type: "RRSIG",
  name: "example.com",
  ttl: 60,
  data: {
    typeCovered: "DNSKEY",
    algorithm: 13,
    labels: 2,
    originalTTL: 60,
    expiration: 4_000_000_000,
    inception: 3_000_000_000,
    keyTag: 7,
    signersName: "example.com",
    signature: Buffer.from("signature"),
  },
};
const key = Buffer.alloc(64, 1);

const everywhere = () => false;
const connect = (port: number, options: Partial<DnsOptions> = {}) =>
  new DnsResolver({ isRefusedAddress: everywhere, nameserverPort: port, tryTimeoutMs: 5_000, ...options });
const workspaceId = "a-workspace";
const question = {
  workspaceId,
  domainName: "example.com",
  nameserver: "ns1.example.com",
  addresses: ["127.0.0.1"],
};
const away = (reason: string) => ({ kind: "away", reason });

describe("readMailHosts", () => {
  const mx = (name: string, exchange: string): Answer => ({
    type: "MX",
    name,
    ttl: 60,
    data: { preference: 10, exchange },
  });

  it.each<[string, Answer[], string[]]>([
    [
      "the domain's mail servers, each once",
      [
        mx("example.com", "mx2.Example.net"),
        mx("EXAMPLE.com", "mx1.example.net"),
        mx("example.com", "mx1.example.net"),
        mx("other.com", "mx.other.com"),
      ],
      ["mx1.example.net", "mx2.example.net"],
    ],
    ["none for a null MX (RFC 7505)", [mx("example.com", ".")], []],
    ["none without MX records", [], []],
  ])("returns %s", async (_, answers, hosts) => {
    await using server = await startServer((query) => reply(query, authoritative, answers));
    expect(await connect(server.port).readMailHosts(question)).toEqual({ kind: "answered", hosts });
    expect(server.asked[0]?.query.questions?.[0]?.type).toBe("MX");
  });

  it("reports a server that isn't authoritative", async () => {
    await using server = await startServer((query) => reply(query, noError));
    expect(await connect(server.port).readMailHosts(question)).toEqual(away("not_authoritative"));
  });
});

describe("readKeys", () => {
  it("returns the keys and their signatures exactly as the server sent them", async () => {
    const strange: Answer = {
      type: "DNSKEY",
      name: "other.com",
      ttl: 60,
      data: { flags: 257, algorithm: 8, key },
    };
    await using server = await startServer((query) =>
      reply(query, authoritative, [dnskey(key), rrsig, strange]),
    );
    expect(await connect(server.port).readKeys(question)).toEqual({
      kind: "answered",
      address: "127.0.0.1",
      keys: [{ flags: 257, protocol: 3, algorithm: 13, publicKey: key.toString("base64") }],
      signatures: [
        {
          algorithm: 13,
          labels: 2,
          originalTtlSeconds: 60,
          expirationSeconds: 4_000_000_000,
          inceptionSeconds: 3_000_000_000,
          keyTag: 7,
          signerName: "example.com",
          signature: Buffer.from("signature").toString("base64"),
        },
      ],
    });
  });

  it("queries with EDNS0, DO and no recursion, with a new id and a new port each time", async () => {
    await using server = await startServer((query) => reply(query, authoritative));
    const resolver = connect(server.port);
    for (let asked = 0; asked < 8; asked += 1) {
      await resolver.readKeys(question);
    }
    const [{ query }] = server.asked as [(typeof server.asked)[number]];
    expect(query.questions).toEqual([{ name: "example.com", type: "DNSKEY", class: "IN" }]);
    expect(query.additionals).toMatchObject([{ type: "OPT", udpPayloadSize: 1232, flag_do: true }]);
    expect(query.flag_rd).toBe(false);
    expect(new Set(server.asked.map((each) => each.query.id)).size).toBeGreaterThan(1);
    expect(new Set(server.asked.map((each) => each.port)).size).toBeGreaterThan(1);
  });

  it("retries over TCP when the response was truncated", async () => {
    const many = Array.from({ length: 40 }, (_, at) => dnskey(Buffer.alloc(64, at)));
    await using server = await startServer((query, how) =>
      how === "udp"
        ? reply(query, authoritative | dnsPacket.TRUNCATED_RESPONSE)
        : reply(query, authoritative, many),
    );
    const answer = await connect(server.port, { tryTimeoutMs: 2_000 }).readKeys(question);
    expect(answer).toMatchObject({ kind: "answered", keys: { length: 40 } });
    expect(server.asked.map(({ how }) => how)).toEqual(["udp", "tcp"]);
  });

  it("retries once after a timeout, and not a second time", async () => {
    await using server = await startServer((query, _how, count) =>
      count === 1 ? undefined : reply(query, authoritative),
    );
    expect(await connect(server.port, { tryTimeoutMs: 1_000 }).readKeys(question)).toMatchObject({
      kind: "answered",
    });
    await using silent = await startServer(() => undefined);
    expect(await connect(silent.port, { tryTimeoutMs: 150 }).readKeys(question)).toEqual(away("timeout"));
    expect(silent.asked).toHaveLength(2);
  });

  it("ignores packets that don't answer its query", async () => {
    await using server = await startServer((query) => [
      reply(query, authoritative, [dnskey(Buffer.alloc(64, 9))], { id: ((query.id ?? 0) + 1) & 0xffff }),
      reply(query, authoritative, [], { questions: [{ name: "example.net", type: "DNSKEY" }] }),
      reply(query, authoritative, [], { questions: [{ name: "example.com", type: "A" }] }),
      reply(query, authoritative, [], { type: "query" }),
      Buffer.from("no message at all"),
      reply(query, authoritative, [dnskey(key)]),
    ]);
    const answer = await connect(server.port, { tryTimeoutMs: 2_000 }).readKeys(question);
    expect(answer).toMatchObject({ kind: "answered", keys: [{ publicKey: key.toString("base64") }] });
  });

  it("treats an authoritative denial as a server without keys", async () => {
    await using server = await startServer((query) => reply(query, authoritative | nameError));
    expect(await connect(server.port).readKeys(question)).toMatchObject({ kind: "answered", keys: [] });
  });

  it("reports why a server is unusable", async () => {
    const reasonOf = async (handle: Handler) => {
      await using server = await startServer(handle);
      const answer = await connect(server.port).readKeys(question);
      return answer.kind === "away" ? answer.reason : answer.kind;
    };
    expect(await reasonOf((query) => reply(query, authoritative | refused))).toBe("refused");
    expect(await reasonOf((query) => reply(query, authoritative | serverFailure))).toBe("refused");
    expect(await reasonOf((query) => reply(query, noError, [dnskey(key)]))).toBe("not_authoritative");
    expect(await reasonOf((query) => reply(query, authoritative, [dnskey(key)]).subarray(0, 45))).toBe(
      "malformed",
    );
    expect(
      await reasonOf((query, how) =>
        how === "udp" ? reply(query, authoritative | dnsPacket.TRUNCATED_RESPONSE) : undefined,
      ),
    ).toBe("refused");
  });

  it("reports a refused connection", async () => {
    const server = await startServer(() => undefined);
    const { port } = server;
    await server[Symbol.asyncDispose]();
    expect(await connect(port).readKeys(question)).toEqual(away("refused"));
  });

  it("tries a server's other addresses, and never queries a forbidden one", async () => {
    await using server = await startServer((query) => reply(query, authoritative, [dnskey(key)]));
    const resolver = connect(server.port);
    const two = { ...question, addresses: ["127.0.0.2", "127.0.0.1"] };
    expect(await resolver.readKeys(two)).toMatchObject({ kind: "answered", address: "127.0.0.1" });
    const strict = connect(server.port, { isRefusedAddress: isPrivateAddress });
    for (const addresses of [
      ["127.0.0.1"],
      ["8.8.8.8", "10.0.0.1"],
      ["::1"],
      ["::ffff:127.0.0.1"],
      ["name"],
    ]) {
      expect(await strict.readKeys({ ...question, addresses })).toEqual(away("private_address"));
    }
    expect(server.asked).toHaveLength(1);
  });

  it("stops at the total timeout, and when the caller aborts", async () => {
    await using server = await startServer(() => undefined);
    const slow = connect(server.port, { tryTimeoutMs: 60_000, totalTimeoutMs: 100 });
    expect(await slow.readKeys(question)).toEqual(away("timeout"));
    const patient = connect(server.port, { tryTimeoutMs: 60_000, totalTimeoutMs: 60_000 });
    const giveUp = new AbortController();
    const pending = patient.readKeys(question, giveUp.signal);
    giveUp.abort(new Error("enough"));
    await expect(pending).rejects.toThrow("enough");
  });
});

describe("readRecords", () => {
  const at = { ttl: 60 } as const;
  const txt = (name: string, ...strings: string[]): Answer => ({ ...at, type: "TXT", name, data: strings });
  const cname = (name: string, data: string): Answer => ({ ...at, type: "CNAME", name, data });
  const address = (name: string, data: string): Answer => ({ ...at, type: "A", name, data });
  const ns = (name: string, data: string): Answer => ({ ...at, type: "NS", name, data });
  const ask = (type: MailRecordType, name = "example.com") => ({ ...question, name, type });
  const found = (values: string[], alias: string | null = null) => ({ kind: "answered", values, alias });

  it.each<[string, MailRecordType, Answer[], string[]]>([
    [
      "MX hosts with their preference",
      "MX",
      [
        { ...at, type: "MX", name: "Example.com", data: { preference: 20, exchange: "MX2.example.net" } },
        { ...at, type: "MX", name: "example.com", data: { preference: 10, exchange: "mx1.example.net." } },
        { ...at, type: "MX", name: "other.com", data: { preference: 10, exchange: "mx.other.com" } },
      ],
      ["10 mx1.example.net", "20 mx2.example.net"],
    ],
    [
      "a null MX as the root",
      "MX",
      [{ ...at, type: "MX", name: "example.com", data: { preference: 0, exchange: "." } }],
      ["0 ."],
    ],
    [
      "the joined strings of TXT records",
      "TXT",
      [txt("example.com", "v=spf1 include:_spf.exa", "mple.net -all"), txt("example.com", "é")],
      ["v=spf1 include:_spf.example.net -all", "é"],
    ],
    [
      "SRV records in the order of a zone file",
      "SRV",
      [
        {
          ...at,
          type: "SRV",
          name: "example.com",
          data: { priority: 0, weight: 1, port: 993, target: "IMAP.example.net" },
        },
      ],
      ["0 1 993 imap.example.net"],
    ],
    ["the target of an alias", "CNAME", [cname("example.com", "Host.example.net")], ["host.example.net"]],
    ["no records", "TXT", [], []],
  ])("returns %s", async (_, type, answers, values) => {
    await using server = await startServer((query) => reply(query, authoritative, answers));
    expect(await connect(server.port).readRecords(ask(type))).toEqual(found(values));
    expect(server.asked[0]?.query.questions?.[0]?.type).toBe(type);
  });

  it("follows aliases in the zone, and returns no records for a loop of them", async () => {
    const inZone = [
      cname("key.example.com", "a.example.com"),
      cname("a.example.com", "b.example.com"),
      txt("b.example.com", "v=DKIM1"),
    ];
    await using server = await startServer((query) => reply(query, authoritative, inZone));
    const resolver = connect(server.port);
    expect(await resolver.readRecords(ask("TXT", "key.example.com"))).toEqual(
      found(["v=DKIM1"], "a.example.com"),
    );
    await using loop = await startServer((query) =>
      reply(query, authoritative, [
        cname("key.example.com", "a.example.com"),
        cname("a.example.com", "key.example.com"),
      ]),
    );
    expect(await connect(loop.port).readRecords(ask("TXT", "key.example.com"))).toEqual(
      found([], "a.example.com"),
    );
  });

  it("looks up the target of an alias outside the zone, whatever the server adds about it", async () => {
    const outside: Record<string, number> = {
      "gone.example.net": nameError,
      "broken.example.net": serverFailure,
    };
    await using server = await startServer((query) => {
      const name = query.questions?.[0]?.name ?? "";
      if (!name.endsWith("example.net")) {
        const target = `${name.split(".")[0]}.example.net`;
        return reply(query, authoritative, [cname(name, target), txt(target, "forged")]);
      }
      const failure = outside[name];
      return failure ? reply(query, failure) : reply(query, noError, [txt(name, "v=DKIM1; ", "p=")]);
    });
    const resolver = connect(server.port, { resolvers: [`127.0.0.1:${server.port}`] });
    const read = (label: string) => resolver.readRecords(ask("TXT", `${label}.example.com`));
    expect(await read("key")).toEqual(found(["v=DKIM1; p="], "key.example.net"));
    expect(await read("gone")).toEqual(found([], "gone.example.net"));
    expect(await read("broken")).toEqual(away("unresolvable"));
  });

  it("asks the servers of a delegated subdomain", async () => {
    const name = "zp1._domainkey.example.com";
    const refer = (query: DecodedPacket, zone: string, glue: Answer[]) =>
      reply(query, noError, [], { authorities: [ns(zone, "ns.keys.example.com")], additionals: glue });
    const readWith = async (zone: string, glue: Answer[], childFlags = authoritative) => {
      await using server = await startServer((query, _how, count) =>
        count === 1 ? refer(query, zone, glue) : reply(query, childFlags, [txt(name, "v=DKIM1")]),
      );
      const isRefusedAddress = (each: string) => each.startsWith("10.");
      return await connect(server.port, { isRefusedAddress }).readRecords(ask("TXT", name));
    };
    const glue = [address("ns.keys.example.com", "127.0.0.1")];
    expect(await readWith("_domainkey.example.com", glue)).toEqual(found(["v=DKIM1"]));
    expect(await readWith("_domainkey.example.com", glue, noError)).toEqual(away("not_authoritative"));
    expect(await readWith("_domainkey.example.com", [address("ns.keys.example.com", "10.0.0.1")])).toEqual(
      away("private_address"),
    );
    // A referral to the domain itself, or upward, is a server that doesn't serve the zone.
    expect(await readWith("example.com", glue)).toEqual(away("not_authoritative"));
    expect(await readWith("com", glue)).toEqual(away("not_authoritative"));
  });

  it("reports a server that refuses", async () => {
    await using server = await startServer((query) => reply(query, refused));
    expect(await connect(server.port).readRecords(ask("TXT"))).toEqual(away("refused"));
  });
});

describe("resolveRecords", () => {
  it("returns the records of any zone, none if there are none, and unknown without an answer", async () => {
    const failures: Record<string, number> = { "gone.test": nameError, "broken.test": serverFailure };
    await using server = await startServer((query) => {
      const name = query.questions?.[0]?.name ?? "";
      const failure = failures[name];
      return failure
        ? reply(query, failure)
        : reply(query, noError, [{ type: "TXT", name, ttl: 60, data: ["v=spf1 ", "-all"] }]);
    });
    const dns = connect(server.port, { resolvers: [`127.0.0.1:${server.port}`] });
    const resolve = (name: string) =>
      dns.resolveRecords({ workspaceId: question.workspaceId, name, type: "TXT" });
    expect(await resolve("there.test")).toEqual(["v=spf1 -all"]);
    expect(await resolve("gone.test")).toEqual([]);
    expect(await resolve("broken.test")).toBe("unknown");
  });
});

describe("the share of a workspace", () => {
  const slots = { total: 4, perOwner: 2, waitingPerOwner: 3 };
  const isOfOther = (query: DecodedPacket) => query.questions?.[0]?.name === "other.com";
  const other = { ...question, workspaceId: "other-workspace", domainName: "other.com" };

  it("answers one workspace while another one's nameservers are silent", async () => {
    await using server = await startServer((query) =>
      isOfOther(query) ? reply(query, authoritative) : undefined,
    );
    const resolver = connect(server.port, { slots, totalTimeoutMs: 5_000, tryTimeoutMs: 60_000 });
    const flood = Array.from({ length: 20 }, () => resolver.readKeys(question));
    const first = await Promise.race([resolver.readKeys(other), ...flood.slice(0, 5)]);
    expect(first).toMatchObject({ kind: "answered" });
    const reasons = (await Promise.all(flood)).map((keys) => (keys.kind === "away" ? keys.reason : ""));
    expect(reasons.slice(0, 2)).toEqual(["timeout", "timeout"]);
    expect(reasons.slice(5)).toEqual(Array(15).fill("busy"));
  });

  it("counts the wait for a slot toward the total timeout", async () => {
    await using server = await startServer(() => undefined);
    const resolver = connect(server.port, {
      slots: { total: 1, perOwner: 1, waitingPerOwner: 100 },
      totalTimeoutMs: 2_000,
    });
    // One after the other, they would take longer than a test may.
    await Promise.all(Array.from({ length: 100 }, () => resolver.readKeys(question)));
    expect(await resolver.readAddresses({ workspaceId, hostName: "localhost" })).toMatchObject({
      kind: "found",
    });
  });

  it("is unknown for a host name beyond the queue", async () => {
    await using server = await startServer(() => undefined);
    const options = { slots: { total: 1, perOwner: 1, waitingPerOwner: 0 }, totalTimeoutMs: 300 };
    const resolver = connect(server.port, options);
    const held = resolver.readKeys(question);
    expect(await resolver.readAddresses({ workspaceId, hostName: "localhost" })).toEqual({ kind: "unknown" });
    expect(await held).toEqual(away("timeout"));
  });
});

const names: Record<string, string[]> = {
  "ns1.example.com": ["127.0.0.1"],
  "lan.example.com": ["192.168.1.1"],
};
const resolverHandler: Handler = (query) => {
  const [{ name, type }] = query.questions as [{ name: string; type: string }];
  if (name === "broken.example.com") {
    return reply(query, serverFailure);
  }
  const found = names[name];
  if (!found && name !== "example.com") {
    return reply(query, nameError);
  }
  if (type === "A" && found) {
    return reply(
      query,
      noError,
      found.map((data) => ({ type: "A", name, ttl: 60, data })),
    );
  }
  return reply(query, noError);
};

describe("name lookups", () => {
  it("use the configured resolvers and check the addresses", async () => {
    await using server = await startServer(resolverHandler);
    const resolver = connect(server.port, {
      resolvers: [`127.0.0.1:${server.port}`],
      isRefusedAddress: (address) => address.startsWith("192."),
    });
    const lookUp = (hostName: string) => resolver.readAddresses({ workspaceId, hostName });
    expect(await lookUp("ns1.example.com")).toEqual({
      kind: "found",
      addresses: ["127.0.0.1"],
    });
    expect(await lookUp("gone.example.com")).toEqual({ kind: "missing" });
    expect(await lookUp("broken.example.com")).toEqual({ kind: "unknown" });
    expect(await lookUp("lan.example.com")).toEqual({ kind: "private_address" });
    const ask = (nameserver: string) =>
      resolver.readKeys({ workspaceId, domainName: "example.com", nameserver });
    expect(await ask("gone.example.com")).toEqual(away("unresolvable"));
    expect(await ask("broken.example.com")).toEqual(away("unresolvable"));
    expect(await ask("lan.example.com")).toEqual(away("private_address"));
  });

  it("use the system's resolver if none is configured", async () => {
    const resolver = connect(53);
    expect(await resolver.readAddresses({ workspaceId, hostName: "localhost" })).toMatchObject({
      kind: "found",
    });
  });
});

describe("readServer", () => {
  it("reads a resolver's address with and without a port", () => {
    expect(readServer("192.0.2.1")).toEqual({ address: "192.0.2.1", port: 53 });
    expect(readServer("192.0.2.1:5353")).toEqual({ address: "192.0.2.1", port: 5353 });
    expect(readServer("2001:db8::1")).toEqual({ address: "2001:db8::1", port: 53 });
    expect(readServer("[2001:db8::1]:5353")).toEqual({ address: "2001:db8::1", port: 5353 });
    for (const wrong of ["", "dns.example", "192.0.2.1:0", "192.0.2.1:99999", "192.0.2.1:x"]) {
      expect(() => readServer(wrong), wrong).toThrow(RangeError);
    }
  });
});
