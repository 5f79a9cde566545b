import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasKnot, startTestNameservers } from "../../../test/support/dns/nameservers.ts";
import type {
  ServedRecordSet,
  WantedZone,
  ZoneServer,
  ZoneServerError,
  ZoneServerSession,
} from "../../modules/dns/ports.ts";
import { ControlConnection } from "./control-connection.ts";
import { createKnotServer } from "./index.ts";

const signal = new AbortController().signal;
const apex: ServedRecordSet = {
  name: "@",
  type: "NS",
  ttlSeconds: 1,
  values: ["ns1.zonepost-dns.net.", "ns2.zonepost-dns.net."],
};
const address = (name: string, ...values: string[]): ServedRecordSet => ({
  name,
  type: "A",
  ttlSeconds: 1,
  values,
});
const soa = {
  primaryHost: "ns1.zonepost-dns.net",
  contactMailbox: "host.master@example.net",
  refreshSeconds: 3600,
  retrySeconds: 600,
  expireSeconds: 604_800,
  negativeTtlSeconds: 1,
  ttlSeconds: 1,
};
const zoneOf = (name: string, serial: number, ...recordSets: ServedRecordSet[]): WantedZone => ({
  name,
  serial,
  soa,
  recordSets: [apex, ...recordSets],
});
const bySet = (sets: readonly ServedRecordSet[] = []) =>
  sets
    .map(({ values, ...set }) => ({ ...set, values: [...values].sort() }))
    .sort((one, other) => `${one.name} ${one.type}`.localeCompare(`${other.name} ${other.type}`));

describe.skipIf(!hasKnot)("Knot as the nameserver (skipped without Knot)", () => {
  let nameservers: Awaited<ReturnType<typeof startTestNameservers>>;
  let server: ZoneServer;
  const converse = <Result>(work: (session: ZoneServerSession) => Promise<Result>) =>
    server.converse(work, signal);
  const raw = () => ControlConnection.open(nameservers.socketPath, 30_000);

  beforeAll(async () => {
    nameservers = await startTestNameservers({
      dnskeyTtlSeconds: 1,
      propagationDelaySeconds: 1,
      parentCheckSeconds: 1,
    });
    server = createKnotServer({ socketPath: nameservers.socketPath });
  });
  afterAll(() => nameservers?.close());

  it("creates a zone, changes it in one step, and does nothing if it is as wanted", async () => {
    await converse(async (session) => {
      const first = zoneOf("steps.test", 5, address("www", "192.0.2.2", "192.0.2.1"));
      expect(await session.read(first.name)).toBeNull();
      expect(await session.put(first)).toEqual({ serial: 5, isChanged: true });
      expect(await session.put({ ...first, serial: 6 })).toEqual({ serial: 5, isChanged: false });
      const second = zoneOf(
        "steps.test",
        6,
        { ...address("www", "192.0.2.2"), ttlSeconds: 60 },
        address("*", "192.0.2.9"),
      );
      expect(await session.put(second)).toEqual({ serial: 6, isChanged: true });
      const served = await session.read("steps.test");
      expect(served?.serial).toBe(6);
      expect(bySet(served?.recordSets)).toEqual(bySet(second.recordSets));
      expect(await session.list()).toEqual(["steps.test"]);
    });
  });

  it("changes the SOA record's other fields too", async () => {
    await converse(async (session) => {
      const zone = zoneOf("times.test", 1);
      await session.put(zone);
      expect(await session.put({ ...zone, soa: { ...soa, refreshSeconds: 60 } })).toEqual({
        serial: 2,
        isChanged: true,
      });
    });
  });

  it.each<[served: number, wanted: number, published: number]>([
    [10, 11, 11],
    [10, 10, 11],
    [10, 9, 11],
    [4_294_967_295, 5, 5],
    [4_294_967_295, 4_294_967_295, 1],
    [5, 4_294_967_290, 6],
    [0, 2_147_483_648, 1],
  ])("after the serial %i, publishes the wanted %i as %i", async (first, wanted, published) => {
    await converse(async (session) => {
      await session.remove("serial.test");
      await session.put(zoneOf("serial.test", first));
      const zone = zoneOf("serial.test", wanted, address("new", "192.0.2.1"));
      expect(await session.put(zone)).toEqual({ serial: published, isChanged: true });
      expect((await session.read("serial.test"))?.serial).toBe(published);
    });
  });

  const goodValues: [type: string, ...values: string[]][] = [
    ["AAAA", "2001:db8::1", "::ffff:192.0.2.1"],
    ["MX", "10 mail.Example.com.", "0 ."],
    ["TXT", '"a b" "c;d" "q\\"uote" "\\195\\169"', '"v=spf1 -all"'],
    ["CAA", '0 issue "ca.example.net; validationmethods=dns-01"'],
    ["SRV", "0 5 443 a.example.com."],
    ["HTTPS", "1 . alpn=h2,h3 ipv4hint=192.0.2.1"],
    ["SVCB", "0 pool.example.net."],
    ["TLSA", `3 1 1 ${"ab".repeat(32)}`],
    ["SSHFP", `4 2 ${"0C".repeat(32)}`],
    ["NAPTR", '100 10 "U" "E2U+sip" "!^.*$!sip:a@example.com!" .'],
    ["LOC", "52 22 23.000 N 4 53 32.000 E -2.00m 1m 10000m 10m"],
    ["URI", '10 1 "https://example.com/a%20b"'],
    ["CERT", "1 12345 8 AQIDBAUGBwg="],
    ["OPENPGPKEY", "AQIDBAUGBwg="],
    ["TYPE65400", "\\# 4 0a0B0c0D"],
    ["RP", "a\\.b.example.com. text.example.com."],
    ["DNAME", "other.example.com."],
  ];
  it.each(goodValues)("serves %s as wanted, and finds no change the next time", async (type, ...values) => {
    await converse(async (session) => {
      const zone = zoneOf("types.test", 1, { name: "x", type, ttlSeconds: 5, values });
      expect((await session.put(zone)).isChanged).toBe(true);
      expect(await session.put(zone)).toMatchObject({ isChanged: false });
      await session.remove("types.test");
    });
  });

  const badSets: [title: string, sets: ServedRecordSet[], message: RegExp][] = [
    ["an address that is none", [address("www", "192.0.2.999")], /parser failed/],
    [
      "a CNAME next to other records",
      [{ name: "ok", type: "CNAME", ttlSeconds: 1, values: ["a.test."] }],
      /semantic check/,
    ],
    ["a label of 64 characters", [address(`${"a".repeat(64)}`, "192.0.2.1")], /zone-set/],
    [
      "the signer's records",
      [{ name: "@", type: "DNSKEY", ttlSeconds: 1, values: ["256 3 13 AA=="] }],
      /itself/,
    ],
    [
      "a string that is split",
      [{ name: "t", type: "TXT", ttlSeconds: 1, values: [`"${"x".repeat(300)}"`] }],
      /other records/,
    ],
  ];
  it.each(badSets)(
    "refuses %s: the old zone stays, and a new one isn't created",
    async (_title, sets, message) => {
      await converse(async (session) => {
        await session.put(zoneOf("refused.test", 3, address("ok", "192.0.2.1")));
        const before = await session.read("refused.test");
        const bad = zoneOf("refused.test", 4, address("ok", "192.0.2.2"), ...sets);
        const refusal = { reason: "refused", message: expect.stringMatching(message) };
        await expect(session.put(bad)).rejects.toMatchObject(refusal);
        expect(await session.read("refused.test")).toEqual(before);
        await expect(session.put({ ...bad, name: "new.test" })).rejects.toMatchObject(refusal);
        expect(await session.read("new.test")).toBeNull();
        expect(await session.list()).not.toContain("new.test");
      });
    },
  );

  it("completes a zone whose creation stopped before it had content, and removes one", async () => {
    const connection = await raw();
    for (const id of ["half.test.", "half-too.test."]) {
      await connection.request({ command: "conf-begin" });
      await connection.request({ command: "conf-set", section: "zone", id });
      await connection.request({
        command: "conf-set",
        section: "zone",
        item: "template",
        id,
        data: "member",
      });
      await connection.request({ command: "conf-commit" });
    }
    await connection.end();
    await converse(async (session) => {
      expect(await session.read("half.test")).toBeNull();
      expect(await session.put(zoneOf("half.test", 1))).toEqual({ serial: 1, isChanged: true });
      await session.remove("half-too.test");
      expect(await session.list()).toEqual(expect.not.arrayContaining(["half-too.test"]));
    });
  });

  it("undoes what a client that died has left open, in a zone and in the configuration", async () => {
    await converse((session) => session.put(zoneOf("dead.test", 1)));
    const connection = await raw();
    await connection.request({ command: "zone-begin", zone: "dead.test." });
    await connection.request({
      command: "zone-set",
      zone: "dead.test.",
      owner: "stale",
      ttl: "1",
      type: "A",
      data: "192.0.2.1",
    });
    await connection.request({ command: "conf-begin" });
    connection.fail(new Error("died") as ZoneServerError);
    await converse(async (session) => {
      await session.put(zoneOf("dead.test", 2, address("www", "192.0.2.2")));
      expect(bySet((await session.read("dead.test"))?.recordSets)).toEqual(
        bySet([apex, address("www", "192.0.2.2")]),
      );
      expect(await session.put(zoneOf("dead-too.test", 1))).toMatchObject({ isChanged: true });
    });
  });

  it("leaves no change open when a conversation is aborted in the middle of one", async () => {
    await converse((session) => session.put(zoneOf("aborted.test", 1)));
    const sets = Array.from({ length: 2_000 }, (_, at) => address(`h${at}`, "192.0.2.1"));
    const abort = new AbortController();
    const aborted = server.converse(async (session) => {
      const put = session.put(zoneOf("aborted.test", 2, ...sets));
      put.catch(() => {});
      setImmediate(() => abort.abort(new Error("enough")));
      return await put;
    }, abort.signal);
    await expect(aborted).rejects.toThrow("enough");
    const connection = await raw();
    const status = await connection.request({ command: "zone-status", zone: "aborted.test." });
    await connection.end();
    expect(status.find(({ type }) => type === "transaction")?.data).toBe("-");
  });

  it("has a second client wait until the first conversation has ended", async () => {
    const order: string[] = [];
    let second: Promise<void> | undefined;
    await converse(async (session) => {
      await session.list();
      second = converse(async (other) => {
        await other.list();
        order.push("second");
      });
      for (let count = 0; count < 50; count += 1) {
        await session.list();
      }
      order.push("first");
    });
    await second;
    expect(order).toEqual(["first", "second"]);
  });

  it("loses nothing that was acknowledged when the primary is killed right after", async () => {
    for (let round = 1; round <= 5; round += 1) {
      const name = `killed-${round}.test`;
      const wanted = zoneOf(name, round, address("www", `192.0.2.${round}`));
      await converse((session) => session.put(wanted));
      process.kill(nameservers.pids()[0] ?? 0, "SIGKILL");
      await expect
        .poll(() => converse((session) => session.read(name)).catch(({ reason }) => reason))
        .toMatchObject({ serial: round, recordSets: expect.arrayContaining([wanted.recordSets[1]]) });
    }
  });

  it("creates the zones that are put at the same time, without those that it refuses", async () => {
    await converse(async (session) => {
      const names = Array.from({ length: 50 }, (_, at) => `at-once-${at}.test`);
      await session.put(zoneOf("at-once-1.test", 1));
      const bad = address("x", "192.0.2.999");
      const results = await Promise.allSettled([
        ...names.map((name) => session.put(zoneOf(name, 2, address("www", "192.0.2.1")))),
        session.put(zoneOf("at-once-bad.test", 1, bad)),
        session.put(zoneOf("at-once-too.test", 1)),
      ]);
      expect(results.map(({ status }) => status)).toEqual([
        ...names.map(() => "fulfilled"),
        "rejected",
        "fulfilled",
      ]);
      for (const name of names) {
        expect((await session.read(name))?.serial).toBe(2);
      }
      const listed = await session.list();
      expect(listed).toEqual(expect.arrayContaining([...names, "at-once-too.test"]));
      expect(listed).not.toContain("at-once-bad.test");
    });
  });

  it("serves 10,000 record sets and finds the one that changed", async () => {
    const sets = Array.from({ length: 10_000 }, (_, at) => address(`h${at}`, `192.0.2.${at % 200}`));
    await converse(async (session) => {
      await session.put(zoneOf("large.test", 1, ...sets));
      const changed = sets.with(777, address("h777", "198.51.100.1"));
      expect(await session.put(zoneOf("large.test", 2, ...changed))).toEqual({ serial: 2, isChanged: true });
      expect(bySet((await session.read("large.test"))?.recordSets)).toEqual(bySet([apex, ...changed]));
      await session.remove("large.test");
    });
  });

  it("signs a zone, serves the wanted serial with its signatures, and removes all of them", async () => {
    await converse(async (session) => {
      const zone = zoneOf("signed.test", 10, address("www", "192.0.2.1"), address("a.b", "192.0.2.1"));
      await session.put(zone);
      expect(await session.signingOf("signed.test")).toBe("unsigned");
      await session.setSigning("signed.test", "signed");
      expect(await session.signingOf("signed.test")).toBe("signed");
      const keys = await session.keys("signed.test");
      expect(keys.map(({ role, algorithm, state }) => ({ role, algorithm, state }))).toEqual(
        expect.arrayContaining([
          { role: "ksk", algorithm: 13, state: "ready" },
          { role: "zsk", algorithm: 13, state: "active" },
        ]),
      );
      expect((await session.put({ ...zone, serial: 99 })).isChanged).toBe(false);
      const more = { ...zone, serial: 50, recordSets: [...zone.recordSets, address("new", "192.0.2.3")] };
      expect(await session.put(more)).toEqual({ serial: 50, isChanged: true });
      expect(bySet((await session.read("signed.test"))?.recordSets)).toEqual(bySet(more.recordSets));
      await session.setSigning("signed.test", "unsigned");
      expect(await session.signingOf("signed.test")).toBe("unsigned");
      expect(await session.keys("signed.test")).toEqual([]);
      expect(bySet((await session.read("signed.test"))?.recordSets)).toEqual(bySet(more.recordSets));
    });
    const connection = await raw();
    const types = (await connection.request({ command: "zone-read", zone: "signed.test." })).map(
      ({ type }) => type,
    );
    await connection.end();
    expect([...new Set(types)].sort()).toEqual(["A", "NS", "SOA"]);
  });

  it("finishes an unsigning that stopped after the first step", async () => {
    await converse(async (session) => {
      const zone = zoneOf("stopped.test", 1);
      await session.put(zone);
      await session.setSigning("stopped.test", "signed");
    });
    const connection = await raw();
    await connection.request({ command: "conf-begin" });
    await connection.request({
      command: "conf-set",
      section: "zone",
      item: "template",
      id: "stopped.test.",
      data: "member",
    });
    await connection.request({ command: "conf-commit" });
    await connection.end();
    await converse(async (session) => {
      expect(await session.signingOf("stopped.test")).toBe("signed");
      await session.setSigning("stopped.test", "unsigned");
      expect(await session.signingOf("stopped.test")).toBe("unsigned");
    });
  });

  it.each<[string, (session: ZoneServerSession) => Promise<void>]>([
    ["withdrawn", (session) => session.remove("gone.test")],
    ["unsigned", (session) => session.setSigning("gone.test", "unsigned")],
  ])("never uses the keys of a zone again that was %s", async (_title, take) => {
    await converse(async (session) => {
      const tagsOf = async () => (await session.keys("gone.test")).map(({ dnskey }) => dnskey);
      await session.put(zoneOf("gone.test", 1));
      await session.setSigning("gone.test", "signed");
      const before = await tagsOf();
      await take(session);
      await session.put(zoneOf("gone.test", 1));
      await session.setSigning("gone.test", "signed");
      expect(await tagsOf()).toHaveLength(2);
      expect(await tagsOf()).toEqual(expect.not.arrayContaining(before));
      await session.remove("gone.test");
    });
  });

  it("withdraws a zone, and does nothing if there is none", async () => {
    await converse(async (session) => {
      await session.put(zoneOf("gone.test", 1));
      await session.remove("gone.test");
      await session.remove("gone.test");
      expect(await session.read("gone.test")).toBeNull();
      expect(await session.list()).not.toContain("gone.test");
    });
  });

  it("replaces a zone-signing key", async () => {
    const tagsOf = async () =>
      (await converse((session) => session.keys("roll.test")))
        .filter(({ role, state }) => role === "zsk" && state === "active")
        .map(({ keyTag }) => keyTag);
    await converse((session) => session.put(zoneOf("roll.test", 1)));
    await converse((session) => session.setSigning("roll.test", "signed"));
    const [before] = await tagsOf();
    await converse((session) => session.rollOver("roll.test", "zsk"));
    await expect.poll(tagsOf).not.toEqual([before]);
    await expect
      .poll(async () => (await converse((session) => session.keys("roll.test"))).map(({ keyTag }) => keyTag))
      .not.toContain(before);
  });

  it.each(["ksk", "algorithm"] as const)(
    "publishes a new key-signing key and waits for its DS record: %s",
    async (kind) => {
      const name = `${kind}.test`;
      const keysOf = () => converse((session) => session.keys(name));
      await converse((session) => session.put(zoneOf(name, 1)));
      await converse((session) => session.setSigning(name, "signed"));
      const confirm = async () => {
        const connection = await raw();
        await connection.request({ command: "zone-ksk-submitted", zone: `${name}.` });
        await connection.end();
      };
      const [first] = (await keysOf()).filter(({ role }) => role === "ksk");
      await confirm();
      await expect
        .poll(async () => (await keysOf()).find(({ role }) => role === "ksk")?.state)
        .toBe("active");
      await converse((session) => session.rollOver(name, kind));
      const next = async () =>
        (await keysOf()).find(({ role, keyTag }) => role === "ksk" && keyTag !== first?.keyTag);
      await expect.poll(async () => (await next())?.state).toBe("ready");
      expect((await next())?.algorithm).toBe(kind === "algorithm" ? 15 : 13);
      await expect(converse((session) => session.rollOver(name, kind))).rejects.toMatchObject({
        reason: "refused",
      });
      await confirm();
      await expect
        .poll(async () => (await keysOf()).map(({ keyTag }) => keyTag))
        .not.toContain(first?.keyTag);
    },
  );

  it("refuses to roll over an unsigned zone, and a zone that doesn't exist", async () => {
    await converse(async (session) => {
      await session.put(zoneOf("plain.test", 1));
      for (const name of ["plain.test", "missing.test"]) {
        await expect(session.rollOver(name, "zsk")).rejects.toMatchObject({ reason: "refused" });
      }
      await expect(session.setSigning("missing.test", "signed")).rejects.toMatchObject({ reason: "refused" });
    });
  });

  it("is away without a server, and when one doesn't answer in time", async () => {
    const missing = createKnotServer({ socketPath: `${nameservers.socketPath}.none` });
    await expect(missing.converse((session) => session.list(), signal)).rejects.toMatchObject({
      reason: "away",
    });
    const pid = nameservers.pids()[0] ?? 0;
    process.kill(pid, "SIGSTOP");
    try {
      const silent = createKnotServer({ socketPath: nameservers.socketPath, requestTimeoutMs: 200 });
      await expect(silent.converse((session) => session.list(), signal)).rejects.toMatchObject({
        reason: "away",
      });
    } finally {
      process.kill(pid, "SIGCONT");
    }
  });
});
