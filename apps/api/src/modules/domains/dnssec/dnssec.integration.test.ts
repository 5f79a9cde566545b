import { domainIntents, domains, events } from "@zonepost/db";
import type { DnssecPreflight, DsRecord, KeyTimelineEntry } from "@zonepost/schema";
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ChildZones,
  dsRecordOf,
  newZoneKey,
  serveChildZones,
} from "../../../../test/support/domains/child-zones.ts";
import { type Api, newDsRecord, startApi, type Workspace } from "../../../../test/support/start-api.ts";
import { until } from "../../../../test/support/until.ts";
import { DnsResolver } from "../../../adapters/dns/index.ts";
import { hourMs } from "../../../kernel/durations.ts";
import { newId } from "../../../kernel/ids.ts";
import { checkDsRecords } from "./check-ds-records.ts";

// The domains' nameservers are small DNS servers in this process; everything else is the real API.

let zones: ChildZones;
let api: Api;
let workspace: Workspace;
let cookie: string;

beforeAll(async () => {
  zones = await serveChildZones();
  api = await startApi({ env: { DNS_NAMESERVER_PORT: String(zones.port) } });
  workspace = await api.createWorkspace();
  ({ cookie } = workspace.owner);
});
afterAll(async () => {
  await api?.[Symbol.asyncDispose]();
  zones?.close();
});

const key = newZoneKey();
const otherKey = newZoneKey();

type Served = Parameters<ChildZones["set"]> extends [string, ...infer Rest] ? Rest : never;

/** A domain delegated to the two nameservers, which serve its zone. */
const delegated = (...served: Served) => delegatedFor(workspace, ...served);
async function delegatedFor(holder: Workspace, ...served: Served) {
  const name = await holder.addDomain();
  zones.set(name, ...served);
  const nameservers = zones.nameserversOf(name);
  const answer = await api.call({
    method: "PUT",
    path: `/domains/${name}/nameservers`,
    cookie: holder.owner.cookie,
    body: { nameservers },
  });
  expect(answer.status).toBe(200);
  return name;
}

const queryOf = (ds: DsRecord) =>
  new URLSearchParams(Object.entries(ds).map(([field, value]): [string, string] => [field, String(value)]));
const publish = (name: string, ds: DsRecord, preflight = "") =>
  api.call({
    method: "POST",
    path: `/domains/${name}/dnssec${preflight && `?preflight=${preflight}`}`,
    cookie,
    body: ds,
  });
const remove = (name: string, ds: DsRecord, preflight = "") =>
  api.call({
    method: "DELETE",
    path: `/domains/${name}/dnssec?${queryOf(ds)}${preflight && `&preflight=${preflight}`}`,
    cookie,
  });
const replace = (name: string, dsRecords: DsRecord[], preflight = "") =>
  api.call({
    method: "PUT",
    path: `/domains/${name}/dnssec${preflight && `?preflight=${preflight}`}`,
    cookie,
    body: { dsRecords },
  });
async function check(name: string, change: object): Promise<DnssecPreflight> {
  const answer = await api.call({
    method: "POST",
    path: `/domains/${name}/dnssec/preflight`,
    cookie,
    body: change,
  });
  expect(answer.status).toBe(200);
  return answer.json;
}
const read = async (name: string): Promise<DsRecord[]> =>
  (await api.call({ path: `/domains/${name}/dnssec`, cookie })).json.dsRecords;
const atRegistry = async (name: string): Promise<DsRecord[]> => {
  const answer = await api.wired.registrars.forTld("com")?.readDomain(name);
  return answer?.kind === "held" ? answer.domain.dsRecords : [];
};
const codesOf = ({ warnings }: { warnings?: { code: string }[] }) => warnings?.map(({ code }) => code);

describe("the pre-flight check", () => {
  it("finds that a DS record validates, with a result for each nameserver, and changes nothing", async () => {
    const name = await delegated([key]);
    const ds = await dsRecordOf(name, key);
    const verdict = await check(name, { add: [ds] });
    expect(verdict).toMatchObject({ outcome: "validates", before: "insecure", dsRecords: [ds] });
    expect(verdict.servers).toEqual(
      ["127.0.0.1", "127.0.0.2"].map((address, at) => ({
        nameserver: `ns${at + 1}.${name}`,
        outcome: "validates",
        reason: null,
        message: `ns${at + 1}.${name} validates with key ${ds.keyTag}.`,
        address,
        keys: [{ keyTag: ds.keyTag, algorithm: 13, isKeySigningKey: true, isNamedByDs: true }],
        keyTag: ds.keyTag,
        signatureExpiresAt: expect.any(String),
      })),
    );
    expect(await read(name)).toEqual([]);
  });

  it("finds that a record breaks the zone if one nameserver lacks its key, and names that nameserver", async () => {
    const name = await delegated([key], [otherKey]);
    const verdict = await check(name, { add: [await dsRecordOf(name, key)] });
    expect(verdict.outcome).toBe("breaks");
    expect(verdict.servers.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ["validates", null],
      ["breaks", "no_matching_key"],
    ]);
  });

  it("returns unknown if no nameserver can be queried, and otherwise uses those that can", async () => {
    const ds = newDsRecord();
    const silent = await delegated("refused");
    expect(await check(silent, { add: [ds] })).toMatchObject({
      outcome: "unknown",
      servers: [{ outcome: "unknown", reason: "refused" }, { reason: "refused" }],
    });
    const half = await delegated([key], "refused");
    expect((await check(half, { add: [await dsRecordOf(half, key)] })).outcome).toBe("validates");
    expect((await check(half, { add: [ds] })).outcome).toBe("breaks");
  });

  it("answers one workspace at once while another one's nameservers are silent", async () => {
    const other = await api.createWorkspace();
    const name = await delegatedFor(other, [key]);
    const silent = await delegated("silent");
    const ds = await dsRecordOf(name, key);
    const { base } = api.wired.forApi;
    // No query reaches its time limit, so the silent ones hold their slots until the end.
    const dns = new DnsResolver({
      isRefusedAddress: () => false,
      nameserverPort: zones.port,
      tryTimeoutMs: hourMs,
      totalTimeoutMs: hourMs,
    });
    const checkIn = ({ id, owner }: Workspace, domainName: string, change: object) => {
      const person = { userId: owner.id, sessionId: newId(), email: owner.email, confirmedAt: new Date() };
      const actor = { ...person, kind: "user", workspaceId: id, role: "owner", domainNames: null } as const;
      const ctx = { ...base, ...api.wired.ports, dns, actor, requestId: null, ipAddress: null };
      return checkDsRecords(ctx, { name: domainName, change });
    };
    const flood = Array.from({ length: 20 }, () => checkIn(workspace, silent, {}));
    await until("its share of the slots is taken", () => zones.countOpen() === 8);
    let first: DnssecPreflight | undefined;
    const answered = checkIn(other, name, { add: [ds] }).then((verdict) => {
      first = verdict;
    });
    try {
      await until("the other workspace is answered", () => first);
      expect([first?.outcome, zones.countOpen()]).toEqual(["validates", 8]);
    } finally {
      zones.set(silent, "refused");
      await Promise.all([...flood, answered]);
    }
  });

  it("judges the final state after removals, additions and replacements", async () => {
    const name = await delegated([key]);
    const [right, wrong] = [await dsRecordOf(name, key), newDsRecord()];
    expect((await publish(name, right)).status).toBe(201);
    expect(await check(name, {})).toMatchObject({ outcome: "validates", before: "validates" });
    expect(await check(name, { remove: [right] })).toMatchObject({ outcome: "insecure", dsRecords: [] });
    expect((await check(name, { add: [wrong] })).outcome).toBe("validates");
    expect((await check(name, { add: [wrong], remove: [right] })).outcome).toBe("breaks");
    expect(await check(name, { replace: [wrong] })).toMatchObject({ outcome: "breaks", dsRecords: [wrong] });
    expect((await check(name, { replace: [] })).outcome).toBe("insecure");
  });

  it("rejects two kinds of change at once, and records that must not be published", async () => {
    const name = await workspace.addDomain();
    const ask = (body: object) =>
      api.call({ method: "POST", path: `/domains/${name}/dnssec/preflight`, cookie, body });
    expect((await ask({ add: [], replace: [] })).status).toBe(422);
    expect((await ask({ add: [{ ...newDsRecord(), algorithm: 1 }] })).json.errors[0].pointer).toBe(
      "/add/0/algorithm",
    );
    expect((await ask({ replace: Array.from({ length: 9 }, newDsRecord) })).status).toBe(422);
  });
});

describe("a change with preflight=enforce", () => {
  it("is made if it validates, and rejected before anything is sent if it breaks, with each nameserver's result", async () => {
    const name = await delegated([key]);
    const [right, wrong] = [await dsRecordOf(name, key), newDsRecord()];
    const refused = await publish(name, wrong, "enforce");
    expect([refused.status, refused.json.code]).toEqual([409, "dnssec_would_break"]);
    expect(refused.json.errors).toEqual(
      [1, 2].map((at) => ({
        pointer: `/nameservers/ns${at}.${name}`,
        message: `ns${at}.${name} has no key that matches a DS record.`,
      })),
    );
    expect([await read(name), await atRegistry(name)]).toEqual([[], []]);
    const made = await publish(name, right, "enforce");
    expect([made.status, made.json]).toEqual([201, { enabled: true, dsRecords: [right] }]);
  });

  it("is made with a warning if the outcome is unknown", async () => {
    const name = await delegated("refused");
    const made = await publish(name, newDsRecord(), "enforce");
    expect(made.status).toBe(201);
    expect(codesOf(made.json)).toEqual(["dnssec_unknown", "dnssec_unknown"]);
  });

  it("keeps the only valid record while a wrong one remains, and removes the wrong one", async () => {
    const name = await delegated([key]);
    const [right, wrong] = [await dsRecordOf(name, key), newDsRecord()];
    await replace(name, [right, wrong]);
    expect((await remove(name, right, "enforce")).json.code).toBe("dnssec_would_break");
    expect((await remove(name, wrong, "enforce")).status).toBe(200);
    expect((await remove(name, right, "enforce")).status).toBe(200);
    expect(await atRegistry(name)).toEqual([]);
  });

  it("lets a broken zone be repaired step by step", async () => {
    const name = await delegated([key]);
    const [one, other] = [newDsRecord(), newDsRecord()];
    await replace(name, [one, other]);
    const step = await remove(name, one, "enforce");
    expect([step.status, codesOf(step.json)]).toEqual([200, ["dnssec_would_break", "dnssec_would_break"]]);
    expect((await publish(name, newDsRecord(), "enforce")).status).toBe(409);
    expect((await remove(name, other, "enforce")).status).toBe(200);
  });
});

describe("a change without the pre-flight check", () => {
  it("is made without querying the nameservers", async () => {
    const name = await delegated([key]);
    const made = await publish(name, newDsRecord());
    expect([made.status, made.json.warnings]).toEqual([201, undefined]);
    const weak = await publish(name, { ...newDsRecord(), algorithm: 10 });
    expect(codesOf(weak.json)).toEqual(["algorithm_discouraged"]);
  });

  it("reports its effect with preflight=warn", async () => {
    const name = await delegated([key], "refused");
    const broken = await publish(name, newDsRecord(), "warn");
    expect([broken.status, codesOf(broken.json)]).toEqual([201, ["dnssec_would_break"]]);
    const repaired = await replace(name, [await dsRecordOf(name, key)], "warn");
    expect([repaired.status, codesOf(repaired.json)]).toEqual([200, ["dnssec_unknown"]]);
  });

  it("is rejected with any other value", async () => {
    const name = await workspace.addDomain();
    const answer = await publish(name, newDsRecord(), "perhaps");
    expect([answer.status, answer.json.errors[0].pointer]).toEqual([422, "/query/preflight"]);
  });
});

describe("replacing DS records", () => {
  it("replaces old ones with new ones in one command, with an event and an intent for each", async () => {
    const [kept, old, next] = [newDsRecord(), newDsRecord(), newDsRecord()];
    const name = await workspace.addDomain({ dsRecords: [kept, old] });
    const answer = await replace(name, [kept, next, next]);
    expect([answer.status, answer.json]).toEqual([200, { enabled: true, dsRecords: [kept, next] }]);
    expect(await atRegistry(name)).toEqual([kept, next]);
    const intents = await api.db.select().from(domainIntents).orderBy(desc(domainIntents.id)).limit(2);
    expect(intents.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ["publish_ds_record", "applied"],
      ["remove_ds_record", "applied"],
    ]);
    const events = await api.sql`select type from events where body like ${`%${name}%`} order by id`;
    expect(events.map(({ type }) => type)).toEqual(["domain.dnssec_disabled", "domain.dnssec_enabled"]);
  });

  it("sends nothing if they are already published, and turns DNSSEC off with an empty list", async () => {
    const ds = newDsRecord();
    const name = await workspace.addDomain({ dsRecords: [ds] });
    await api.registry.injectFault({ kind: "answer", command: "domain:update", code: 2306 });
    expect((await replace(name, [ds])).status).toBe(200);
    expect((await replace(name, [])).json.code).toBe("registry_refused");
    expect((await replace(name, [])).json).toEqual({ enabled: false, dsRecords: [] });
  });

  it("uses the registry's state after a change made elsewhere", async () => {
    const [ours, theirs, wanted] = [newDsRecord(), newDsRecord(), newDsRecord()];
    const name = await workspace.addDomain({ dsRecords: [ours] });
    await api.wired.registrars.forTld("com")?.changeDsRecords(name, { add: [theirs], remove: [ours] });
    expect((await replace(name, [wanted])).json).toEqual({ enabled: true, dsRecords: [wanted] });
    expect(await atRegistry(name)).toEqual([wanted]);
  });

  it("ends with one complete set if two are requested at once, never a mix", async () => {
    const name = await workspace.addDomain();
    const sets = Array.from({ length: 6 }, () => [newDsRecord()]);
    const answers = await Promise.all(sets.map((set) => replace(name, set)));
    for (const { status, json } of answers) {
      if (status !== 200) {
        expect([status, json.code]).toEqual([409, "operation_in_progress"]);
      }
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(sets).toContainEqual(await atRegistry(name));
  });

  it("rejects more than eight records, an inactive domain, and a set that breaks", async () => {
    const nine = await replace(await workspace.addDomain(), Array.from({ length: 9 }, newDsRecord));
    expect([nine.status, nine.json.errors[0].message]).toEqual([
      422,
      "A domain can have at most 8 DS records.",
    ]);
    const eight = await replace(await workspace.addDomain(), Array.from({ length: 8 }, newDsRecord));
    expect(eight.json.dsRecords).toHaveLength(8);
    const expired = await replace(await workspace.addDomain({ status: "expired" }), []);
    expect([expired.status, expired.json.code]).toEqual([409, "domain_not_active"]);
    const breaking = await replace(await delegated([key]), [newDsRecord()], "enforce");
    expect(breaking.json.code).toBe("dnssec_would_break");
  });
});

describe("a change of nameservers", () => {
  const at = (name: string, first: number, address: string) =>
    [first, first + 1].map((number) => ({ host: `ns${number}.${name}`, addresses: [address] }));

  /** A domain whose zone is at the first server. `move` delegates it to the second one. */
  async function movable(now: Parameters<ChildZones["set"]>[1], then: Parameters<ChildZones["set"]>[1]) {
    const name = await workspace.addDomain();
    zones.set(name, now, then);
    const delegate = (nameservers: object[], preflight: string) =>
      api.call({
        method: "PUT",
        path: `/domains/${name}/nameservers${preflight}`,
        cookie,
        body: { nameservers },
      });
    expect((await delegate(at(name, 1, "127.0.0.1"), "")).status).toBe(200);
    return {
      name,
      nameservers: at(name, 3, "127.0.0.2"),
      move: (preflight: string) => delegate(at(name, 3, "127.0.0.2"), preflight),
    };
  }

  it("is refused with enforce if it would break the chain of trust, and made with a warning otherwise", async () => {
    const { name, move, nameservers } = await movable([key], [otherKey]);
    await publish(name, await dsRecordOf(name, key));
    const refused = await move("?preflight=enforce");
    expect([refused.status, refused.json.code]).toEqual([409, "nameservers_would_break"]);
    expect(refused.json.errors).toContainEqual({
      pointer: "/nameservers",
      message: `ns3.${name} has no key that matches a DS record.`,
    });
    const checked = await api.call({
      method: "POST",
      path: `/domains/${name}/nameservers/preflight`,
      cookie,
      body: { nameservers },
    });
    expect(checked.json).toMatchObject({ outcome: "breaks", problems: [{ code: "dnssec_would_break" }, {}] });
    const made = await move("?preflight=warn");
    expect([made.status, codesOf(made.json)]).toEqual([200, ["dnssec_would_break", "dnssec_would_break"]]);
  });

  it("is refused if mail would be lost or the domain would stop resolving, and made if both stay", async () => {
    const mail = await movable([key], [key]);
    zones.setMail(mail.name, "mx.example.net", undefined);
    expect((await mail.move("?preflight=enforce")).json.errors[0].message).toContain("no MX record");
    zones.setMail(mail.name, "mx.example.net", "mx.example.net");
    const made = await mail.move("?preflight=enforce");
    expect([made.status, made.json.warnings]).toEqual([200, undefined]);
    const lame = await movable([key], "refused");
    expect((await lame.move("?preflight=enforce")).json.errors[0].message).toContain("stop resolving");
    const [row] = await api.db.select().from(domains).where(eq(domains.name, lame.name));
    expect(row?.nameservers).toEqual([`ns1.${lame.name}`, `ns2.${lame.name}`]);
  });

  it("is checked for each domain of a bulk change", async () => {
    const { name } = await movable([key], [key]);
    const asked = await api.call({
      method: "POST",
      path: "/domain-batches",
      cookie,
      body: {
        names: [name],
        change: {
          nameservers: ["ns1", "ns2"].map((label) => ({ host: `${label}.nowhere.test` })),
          preflight: "enforce",
        },
      },
    });
    expect(asked.status).toBe(201);
    const batches = api.wired.createSweeps().find((sweep) => sweep.name === "batches");
    await batches?.run(new AbortController().signal);
    const { json } = await api.call({ path: `/domain-batches/${asked.json.id}`, cookie });
    expect(json.items).toMatchObject([{ state: "failed", reason: { code: "nameservers_would_break" } }]);
  });
});

describe("a registry that completes changes later", () => {
  it.each([
    ["POST", (name: string, ds: DsRecord) => publish(name, ds)],
    ["PUT", (name: string, ds: DsRecord) => replace(name, [ds])],
  ])("gets %s answered with 202 and an operation; the event follows", async (_, change) => {
    const name = await workspace.addDomain();
    const ds = newDsRecord();
    await api.registry.injectFault({ kind: "pending", command: "domain:update" });
    const answer = await change(name, ds);
    expect([answer.status, answer.json]).toMatchObject([
      202,
      { kind: "dnssec_change", domainName: name, state: "pending" },
    ]);
    expect(await enabledEventsOf(name)).toEqual([]);
    await api.registry.settlePending();
    const sync = api.wired.createSweeps().find((sweep) => sweep.name === "registry sync");
    await sync?.run(new AbortController().signal);
    const operation = await api.call({ path: `/domain-operations/${answer.json.id}`, cookie });
    expect(operation.json).toMatchObject({ state: "succeeded" });
    expect(await enabledEventsOf(name)).toEqual([{ name, dsRecord: ds, dsRecords: [ds] }]);
  });
});

const enabledEventsOf = async (name: string) =>
  (await api.db.select().from(events).where(eq(events.type, "domain.dnssec_enabled")))
    .map(({ body }) => JSON.parse(body).data)
    .filter((data) => data.name === name);

describe("the key timeline", () => {
  it("shows when each DS record was published and removed, and by whom, published ones first", async () => {
    const [older, first, second] = [newDsRecord(), newDsRecord(), newDsRecord()];
    const name = await workspace.addDomain({ dsRecords: [older] });
    await publish(name, first);
    await remove(name, first);
    await publish(name, second);
    await api.wired.registrars.forTld("com")?.changeDsRecords(name, { add: [], remove: [older] });
    await publish(name, first);
    const entries: KeyTimelineEntry[] = (await api.call({ path: `/domains/${name}/dnssec/timeline`, cookie }))
      .json;
    const me = { kind: "user", name: workspace.owner.email };
    expect(
      entries.map(({ dsRecord, published, removed }) => [dsRecord, published?.actor, removed?.actor]),
    ).toEqual([
      [first, me, undefined],
      [second, me, undefined],
      [older, undefined, { kind: "registry", name: "registry" }],
      [first, me, me],
    ]);
  });

  it("includes records older than the history", async () => {
    const ds = newDsRecord();
    const name = await workspace.addDomain({ dsRecords: [ds] });
    const { json } = await api.call({ path: `/domains/${name}/dnssec/timeline`, cookie });
    expect(json).toEqual([{ dsRecord: ds, published: null, removed: null }]);
  });
});
