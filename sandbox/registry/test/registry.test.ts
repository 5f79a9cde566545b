import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createTestDatabase, type TestDatabase } from "@zonepost/db/testing";
import { createEppClient, type EppClient } from "@zonepost/epp";
import { sandboxPortfolio } from "@zonepost/sandbox-portfolio";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { otherRegistrar, type Registry, startRegistry } from "../src/index.ts";
import { tldRules } from "../src/rules/tlds.ts";
import { movingInDomains } from "../src/state/moving-in.ts";
import { makeSelfSigned } from "../src/tls/self-signed.ts";
import { contacts, credentials, holder } from "./raw-session.ts";

let database: TestDatabase;
let registry: Registry;
let client: EppClient;
let rival: EppClient;
let sql: postgres.Sql;

const nameservers = [{ name: "ns1.example.net" }, { name: "ns2.example.net" }];
const ds = { keyTag: 4711, algorithm: 13, digestType: 2, digest: "AB".repeat(32) };

beforeAll(async () => {
  database = await createTestDatabase();
  sql = postgres(database.url, { max: 1, onnotice: () => {} });
  registry = await startRegistry({
    databaseUrl: database.url,
    ...credentials,
    seed: true,
    registrars: { [otherRegistrar]: "rival-test" },
  });
  rival = connect({ clientId: otherRegistrar, password: "rival-test" });
});
beforeEach(async () => {
  client = connect(credentials);
  await sql`update public.business_clock set offset_ms = 0`;
});
afterEach(async () => {
  await client.close();
  await sql`delete from registry.trouble`;
});
afterAll(async () => {
  await rival?.close();
  await registry?.close();
  await sql?.end();
  await database?.drop();
});

function connect(who: { clientId: string; password: string }, to: Registry = registry): EppClient {
  return createEppClient({
    host: "127.0.0.1",
    port: to.port,
    tls: { ca: to.certificatePem },
    ...who,
    reconnectDelayMs: { minimum: 1, maximum: 2 },
  });
}

let names = 0;
async function registered(tld = "com"): Promise<string> {
  names += 1;
  const name = `domain-${names}.${tld}`;
  await client.domainCreate(name, { ...contacts, nameservers, authInfo: "auth-code-1" });
  return name;
}

async function advanceTo(moment: Date): Promise<void> {
  await sql`update public.business_clock set offset_ms = ${moment.getTime() - Date.now()}`;
}

const refusal = (code: number) => expect.objectContaining({ name: "EppResultError", code });

describe("the seeded portfolio", () => {
  it("has each domain's dates, nameservers and DS records", async () => {
    for (const domain of sandboxPortfolio) {
      const { data } = await client.domainInfo(domain.name);
      expect(data.nameservers.map((host) => host.name)).toEqual(domain.nameservers);
      expect(data.secDns?.dsData ?? []).toEqual(domain.dsRecords);
      expect(data.sponsoringClientId).toBe("zonepost");
      const daysLeft = ((data.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000;
      expect(Math.round(daysLeft)).toBe(domain.expiresInDays);
      expect(data.expiresAt?.getUTCMilliseconds()).toBe(0);
    }
  });

  it("is not created again at the next start, and changes are kept", async () => {
    await client.domainUpdate("lakeside-ceramics.com", { secDns: { add: { dsData: [ds] } } });
    const again = await startRegistry({ databaseUrl: database.url, ...credentials, seed: true });
    try {
      const second = connect(credentials, again);
      const { data } = await second.domainInfo("lakeside-ceramics.com");
      expect(data.secDns?.dsData).toEqual([ds]);
      await second.close();
    } finally {
      await again.close();
    }
  });

  it("includes names of another registrar: unavailable, unreadable and unchangeable for us", async () => {
    await expect(client.domainCheck(["brightharbor.com"])).resolves.toMatchObject({
      data: { domains: [{ available: false }] },
    });
    await expect(client.domainInfo("brightharbor.com")).rejects.toEqual(refusal(2201));
    await expect(
      client.domainUpdate("brightharbor.com", { secDns: { add: { dsData: [ds] } } }),
    ).rejects.toEqual(refusal(2201));
    await expect(rival.domainInfo("brightharbor.com")).resolves.toMatchObject({ code: 1000 });
  });

  it("doesn't wait for the schema: a registry starts while another one seeds or executes commands", async () => {
    const waiting = await sql.reserve();
    try {
      await waiting`begin`;
      await waiting`select 1 from registry.domains for update`;
      await waiting`select 1 from registry.seedings for update`;
      const second = await startRegistry({ databaseUrl: database.url, ...credentials });
      await second.close();
    } finally {
      await waiting`rollback`;
      waiting.release();
    }
  });

  it("is created once when several registries start on an empty database", async () => {
    const empty = await createTestDatabase();
    const started = await Promise.all(
      [1, 2, 3].map(() => startRegistry({ databaseUrl: empty.url, ...credentials, seed: true })),
    );
    const look = postgres(empty.url, { max: 1 });
    const [row] = await look<{ count: string }[]>`select count(*) from registry.domains`;
    expect(Number(row?.count)).toBe(sandboxPortfolio.length + 4 + movingInDomains.length);
    await look.end();
    for (const one of started) {
      await one.close();
    }
    await empty.drop();
  });
});

describe("check", () => {
  it("reports whether each name is available, and why not", async () => {
    const { data } = await client.domainCheck([
      "still-free.com",
      "Juniper-And-Oak.COM",
      "taken-anything.org",
      "premium-anything.io",
      "example.xyz",
      "ab.com",
    ]);
    expect(data.domains).toEqual([
      { name: "still-free.com", available: true },
      { name: "Juniper-And-Oak.COM", available: false, reason: "In use" },
      { name: "taken-anything.org", available: false, reason: "In use" },
      { name: "premium-anything.io", available: true },
      { name: "example.xyz", available: false, reason: "Not a top-level domain served" },
      { name: "ab.com", available: false, reason: "Label is too short" },
    ]);
    expect(data.fee).toBeUndefined();
  });

  it("returns the prices of all TLDs with fees, with higher ones for premium names", async () => {
    const tlds = [...tldRules.values()].flatMap(({ tld, profile }) => (profile.quotesFees ? [tld] : []));
    const asked = tlds.flatMap((tld) => [`plain.${tld}`, `premium-plain.${tld}`]);
    const { data } = await client.domainCheck(asked, { fee: { commands: [{ name: "create" }] } });
    expect(data.fee?.currency).toBe("EUR");
    const priceOf = (name: string) =>
      Number(data.fee?.items.find((item) => item.name === name)?.commands[0]?.fees[0]?.amount);
    for (const tld of tlds) {
      expect(priceOf(`plain.${tld}`)).toBeGreaterThan(0);
      expect(priceOf(`premium-plain.${tld}`)).toBeGreaterThan(priceOf(`plain.${tld}`));
    }
    expect(data.fee?.items.map((item) => item.class)).toEqual(tlds.flatMap(() => ["standard", "premium"]));
  });

  it("fails for names that simulate a failure, and for another currency", async () => {
    await expect(client.domainCheck(["fail-anything.com"])).rejects.toEqual(refusal(2400));
    const fee = { currency: "USD", commands: [{ name: "create" as const }] };
    await expect(client.domainCheck(["plain.com"], { fee })).rejects.toEqual(refusal(2004));
  });
});

describe("info", () => {
  it("returns 2303 for an unregistered name, and refuses an invalid one", async () => {
    await expect(client.domainInfo("not-registered.com")).rejects.toEqual(refusal(2303));
    await expect(client.domainInfo("not_a_name.com")).rejects.toEqual(refusal(2005));
    await expect(client.domainInfo("taken-anything.com")).rejects.toEqual(refusal(2201));
  });

  it("returns a domain to clients with its authorization information, and not with a wrong one", async () => {
    const name = await registered();
    await expect(rival.domainInfo(name)).rejects.toEqual(refusal(2201));
    await expect(rival.domainInfo(name, { authInfo: "guessed" })).rejects.toEqual(refusal(2202));
    await expect(rival.domainInfo(name, { authInfo: "auth-code-1" })).resolves.toMatchObject({
      data: { name },
    });
  });
});

describe("update", () => {
  it("adds and removes DS records, and records the time of the update", async () => {
    const name = await registered();
    await client.domainUpdate(name, { secDns: { add: { dsData: [ds] } } });
    const { data } = await client.domainInfo(name);
    expect(data.secDns).toEqual({ dsData: [ds], keyData: [] });
    expect(data.updatedBy).toBe("zonepost");
    expect(data.updatedAt).toBeInstanceOf(Date);
    await client.domainUpdate(name, { secDns: { remove: { dsData: [ds] } } });
    expect((await client.domainInfo(name)).data.secDns).toBeUndefined();
  });

  it("replaces DS records in one command: removed first, then added", async () => {
    const name = await registered();
    const next = { ...ds, keyTag: 1 };
    await client.domainUpdate(name, { secDns: { add: { dsData: [ds] } } });
    await client.domainUpdate(name, { secDns: { remove: { all: true }, add: { dsData: [next, ds] } } });
    expect((await client.domainInfo(name)).data.secDns?.dsData).toEqual([next, ds]);
  });

  it("refuses an existing DS record, a missing one, and a short digest, and changes nothing", async () => {
    const name = await registered();
    await client.domainUpdate(name, { secDns: { add: { dsData: [ds] } } });
    const other = { ...ds, keyTag: 1 };
    await expect(client.domainUpdate(name, { secDns: { add: { dsData: [other, ds] } } })).rejects.toEqual(
      refusal(2302),
    );
    await expect(client.domainUpdate(name, { secDns: { remove: { dsData: [other] } } })).rejects.toEqual(
      refusal(2303),
    );
    const short = { ...other, digest: "ABCD" };
    await expect(client.domainUpdate(name, { secDns: { add: { dsData: [short] } } })).rejects.toEqual(
      refusal(2005),
    );
    expect((await client.domainInfo(name)).data.secDns?.dsData).toEqual([ds]);
  });

  it("changes nameservers; without any the domain is inactive", async () => {
    const name = await registered();
    await client.domainUpdate(name, {
      remove: { nameservers: [{ name: "ns1.example.net" }] },
      add: { nameservers: [{ name: "NS3.example.net" }] },
    });
    expect((await client.domainInfo(name)).data.nameservers).toEqual([
      { name: "ns2.example.net" },
      { name: "ns3.example.net" },
    ]);
    await client.domainUpdate(name, {
      remove: { nameservers: [{ name: "ns2.example.net" }, { name: "ns3.example.net" }] },
    });
    expect((await client.domainInfo(name)).data.statuses).toEqual(["inactive"]);
  });

  it("is refused while the domain is locked, and the lock can be removed", async () => {
    const name = await registered();
    await client.domainUpdate(name, { add: { statuses: ["clientUpdateProhibited"] } });
    await expect(client.domainUpdate(name, { secDns: { add: { dsData: [ds] } } })).rejects.toEqual(
      refusal(2304),
    );
    await client.domainUpdate(name, { remove: { statuses: ["clientUpdateProhibited"] } });
    await expect(client.domainUpdate(name, { secDns: { add: { dsData: [ds] } } })).resolves.toMatchObject({
      code: 1000,
    });
  });

  it("keeps both of two simultaneous changes", async () => {
    const name = await registered();
    const second = connect(credentials);
    const added = Array.from({ length: 6 }, (_, keyTag) => ({ ...ds, keyTag }));
    await Promise.all(
      added.map((one, index) =>
        (index % 2 ? client : second).domainUpdate(name, { secDns: { add: { dsData: [one] } } }),
      ),
    );
    const { data } = await client.domainInfo(name);
    expect(new Set(data.secDns?.dsData.map((one) => one.keyTag))).toEqual(new Set([0, 1, 2, 3, 4, 5]));
    await second.close();
  });

  it("returns 2303 for an unregistered name, and fails for names that simulate a failure", async () => {
    const update = { secDns: { add: { dsData: [ds] } } };
    await expect(client.domainUpdate("not-registered.com", update)).rejects.toEqual(refusal(2303));
    await expect(client.domainUpdate("fail-anything.com", update)).rejects.toEqual(refusal(2400));
  });

  it("changes the authorization information", async () => {
    const name = await registered();
    await client.domainUpdate(name, { change: { authInfo: "auth-code-2" } });
    await expect(rival.domainInfo(name, { authInfo: "auth-code-1" })).rejects.toEqual(refusal(2202));
    await expect(rival.domainInfo(name, { authInfo: "auth-code-2" })).resolves.toMatchObject({ code: 1000 });
    await client.domainUpdate(name, { change: { authInfo: null } });
    await expect(rival.domainInfo(name, { authInfo: "auth-code-2" })).rejects.toEqual(refusal(2202));
  });
});

describe("create and renew", () => {
  it("name the table of an internationalized name, which an info command returns", async () => {
    const name = "xn--mller-kva.be";
    const details = { registrant: contacts.registrant, authInfo: "x" };
    await expect(client.domainCreate(name, details)).rejects.toEqual(refusal(2003));
    const idn = { table: "latn", unicodeName: "müller.be" };
    await client.domainCreate(name, { ...details, idn });
    expect((await client.domainInfo(name)).data.idn).toEqual(idn);
    await client.domainCreate("xn--mller-kva.cc", { authInfo: "x", idnLanguage: "GER" });
    expect((await client.domainInfo("xn--mller-kva.cc")).data.idn).toBeUndefined();
  });

  it("register a name once, for the requested years, at the agreed price", async () => {
    const agreed = { currency: "EUR", fees: [{ amount: "23.76" }] };
    const details = {
      ...contacts,
      period: { value: 2, unit: "y" as const },
      nameservers,
      authInfo: "x",
      fee: agreed,
    };
    const { data } = await client.domainCreate("newly-made.com", details);
    expect(data?.fee).toMatchObject(agreed);
    expect(data?.expiresAt?.getUTCFullYear()).toBe((data?.createdAt.getUTCFullYear() ?? 0) + 2);
    await expect(client.domainCreate("newly-made.com", details)).rejects.toEqual(refusal(2302));
    await expect(client.domainCheck(["newly-made.com"])).resolves.toMatchObject({
      data: { domains: [{ available: false }] },
    });
  });

  it("refuse unavailable or failing names, too many years, and a wrong or missing price", async () => {
    const authInfo = "x";
    await expect(client.domainCreate("taken-anything.com", { authInfo })).rejects.toEqual(refusal(2302));
    await expect(client.domainCreate("fail-anything.com", { authInfo })).rejects.toEqual(refusal(2400));
    await expect(client.domainCheck(["refused-anything.com"])).resolves.toMatchObject({
      data: { domains: [{ available: true }] },
    });
    await expect(client.domainCreate("refused-anything.com", { authInfo })).rejects.toEqual(refusal(2306));
    const years = (value: number) => ({ authInfo, period: { value, unit: "y" as const } });
    await expect(client.domainCreate("too-long.com", years(11))).rejects.toEqual(refusal(2306));
    await expect(client.domainCreate("too-long.de", years(3))).rejects.toEqual(refusal(2306));
    const fee = { fees: [{ amount: "1.00" }] };
    await expect(client.domainCreate("too-cheap.com", { authInfo, fee })).rejects.toEqual(refusal(2004));
    await expect(client.domainCreate("premium-anything.com", { authInfo })).rejects.toEqual(refusal(2003));
  });

  it("register a silent name without a response, and refuse it with one", async () => {
    const create = () => client.domainCreate("silent-anything.com", { ...contacts, authInfo: "x" });
    await expect(create()).rejects.toMatchObject({ name: "EppOutcomeUnknownError" });
    expect((await client.domainInfo("silent-anything.com")).data.sponsoringClientId).toBe("zonepost");
    await expect(create()).rejects.toEqual(refusal(2302));
  });

  it("renew from the agreed expiry date, so that a repeat changes nothing", async () => {
    const name = await registered();
    const { data } = await client.domainInfo(name);
    const currentExpiryDate = data.expiresAt?.toISOString().slice(0, 10) ?? "";
    const renewed = await client.domainRenew(name, { currentExpiryDate });
    expect(renewed.data?.expiresAt?.getUTCFullYear()).toBe((data.expiresAt?.getUTCFullYear() ?? 0) + 1);
    await expect(client.domainRenew(name, { currentExpiryDate })).rejects.toEqual(refusal(2306));
    expect((await client.domainInfo(name)).data.expiresAt).toEqual(renewed.data?.expiresAt);
    const decade = { value: 9, unit: "y" as const };
    const next = renewed.data?.expiresAt?.toISOString().slice(0, 10) ?? "";
    await expect(client.domainRenew(name, { currentExpiryDate: next, period: decade })).rejects.toEqual(
      refusal(2105),
    );
  });
});

describe("the registry's clock", () => {
  it("follows the business clock: at expiry the registry auto-renews, for each year that passed, with a message", async () => {
    const name = await registered();
    const { data: before } = await client.domainInfo(name);
    const expiresAt = before.expiresAt ?? new Date(0);
    await advanceTo(new Date(expiresAt.getTime() - 3_600_000));
    expect((await client.domainInfo(name)).data.expiresAt).toEqual(expiresAt);

    const twoYears = new Date(expiresAt);
    twoYears.setUTCFullYear(expiresAt.getUTCFullYear() + 1);
    await advanceTo(new Date(twoYears.getTime() + 60_000));
    const { data: after, queue } = await client.domainInfo(name);
    expect(after.expiresAt?.getUTCFullYear()).toBe(expiresAt.getUTCFullYear() + 2);
    expect(after.updatedAt).toBeUndefined();
    expect(queue?.count).toBeGreaterThanOrEqual(2);

    const told: unknown[] = [];
    for (let reply = await client.poll(); reply.data; reply = await client.poll()) {
      const { id, subject, queuedAt } = reply.data;
      if (subject?.type === "domain:renewed" && subject.domain.name === name) {
        told.push([queuedAt, subject.domain.expiresAt]);
      }
      await client.ackPoll(id);
    }
    expect(told).toEqual([
      [expiresAt, twoYears],
      [twoYears, after.expiresAt],
    ]);
    expect((await client.poll()).code).toBe(1300);
  });

  it("applies to domains that were not read when their registrar polls", async () => {
    const name = await registered("net");
    const { data } = await client.domainInfo(name);
    await advanceTo(new Date((data.expiresAt?.getTime() ?? 0) + 1000));
    const about = new Set<string>();
    for (let reply = await client.poll(); reply.data; reply = await client.poll()) {
      if (reply.data.subject?.type === "domain:renewed") {
        about.add(reply.data.subject.domain.name);
      }
      await client.ackPoll(reply.data.id);
    }
    expect(about).toContain(name);
  });

  it("is the wall clock if there is no business clock", async () => {
    const bare = await createTestDatabase();
    const admin = postgres(bare.url, { max: 1, onnotice: () => {} });
    await admin`drop table public.business_clock cascade`;
    await admin.end();
    const own = await startRegistry({ databaseUrl: bare.url, ...credentials, seed: false });
    const one = connect(credentials, own);
    await one.contactCreate("HOLDER", holder);
    const before = Date.now();
    const { data } = await one.domainCreate("no-clock.de", { registrant: "HOLDER", authInfo: "x" });
    expect(data?.createdAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(data?.createdAt.getTime()).toBeLessThanOrEqual(Date.now());
    await one.close();
    await own.close();
    await bare.drop();
  });
});

describe("messages", () => {
  it("belong to one registrar, and disappear once acknowledged", async () => {
    const name = await registered("org");
    const { data } = await client.domainInfo(name);
    await advanceTo(new Date((data.expiresAt?.getTime() ?? 0) + 1000));
    const { data: message } = await client.poll();
    expect(message).toBeDefined();
    await expect(rival.ackPoll(message?.id ?? "")).rejects.toEqual(refusal(2303));
    await client.ackPoll(message?.id ?? "");
    await expect(client.ackPoll(message?.id ?? "")).rejects.toEqual(refusal(2303));
    await expect(client.ackPoll("not-a-number")).rejects.toEqual(refusal(2303));
  });
});

describe("injected faults", () => {
  const update = { secDns: { add: { dsData: [ds] } } };

  it("drop the connection after a write: the client checks, and finds the change", async () => {
    const name = await registered();
    await registry.injectFault({ kind: "drop_after_write" });
    await expect(client.domainUpdate(name, update)).rejects.toMatchObject({ name: "EppOutcomeUnknownError" });
    expect((await client.domainInfo(name)).data.secDns?.dsData).toEqual([ds]);
  });

  it("drop the connection before a write: the client checks, and doesn't find the change", async () => {
    const name = await registered();
    await registry.injectFault({ kind: "drop_before", command: "domain:update" });
    await expect(client.domainUpdate(name, update)).rejects.toMatchObject({ name: "EppOutcomeUnknownError" });
    expect((await client.domainInfo(name)).data.secDns).toBeUndefined();
  });

  it("exceed the client's timeout: the client gets no result, and the registry executes the command anyway", async () => {
    const name = await registered();
    const hasty = createEppClient({
      host: "127.0.0.1",
      port: registry.port,
      tls: { ca: registry.certificatePem },
      ...credentials,
      requestTimeoutMs: 6_000,
    });
    await registry.injectFault({ kind: "slow", command: "domain:update", delayMs: 600_000 });
    await expect(hasty.domainUpdate(name, update)).rejects.toMatchObject({ name: "EppOutcomeUnknownError" });
    await expect.poll(async () => (await client.domainInfo(name)).data.secDns?.dsData).toEqual([ds]);
    await hasty.close();
  });

  it("return a code the given number of times, and execute nothing", async () => {
    const name = await registered();
    await registry.injectFault({ kind: "answer", code: 2400, command: "domain:update", times: 2 });
    await expect(client.domainUpdate(name, update)).rejects.toEqual(refusal(2400));
    await expect(client.domainUpdate(name, update)).rejects.toEqual(refusal(2400));
    expect((await client.domainInfo(name)).data.secDns).toBeUndefined();
    await registry.injectFault({ kind: "answer", code: 1001, command: "domain:update" });
    await expect(client.domainUpdate(name, update)).resolves.toMatchObject({ pending: true });
    await expect(client.domainUpdate(name, update)).resolves.toMatchObject({ pending: false });
  });

  it("close the session with 2502, and the client opens another", async () => {
    const name = await registered();
    await registry.injectFault({ kind: "answer", code: 2502, command: "domain:update" });
    await expect(client.domainUpdate(name, update)).rejects.toEqual(refusal(2502));
    await expect(client.domainUpdate(name, update)).resolves.toMatchObject({ code: 1000 });
  });
});

it("a client reconnects to a restarted registry", async () => {
  const tls = makeSelfSigned("Sandbox", ["127.0.0.1"], new Date());
  const first = await startRegistry({ databaseUrl: database.url, ...credentials, tls });
  const lasting = connect(credentials, first);
  await lasting.hello();
  await first.close();
  await expect(lasting.domainInfo("open-orchard.org")).rejects.toMatchObject({ name: "EppConnectionError" });
  const second = await startRegistry({ databaseUrl: database.url, ...credentials, tls, port: first.port });
  await expect(lasting.domainInfo("open-orchard.org")).resolves.toMatchObject({ code: 1000 });
  await lasting.close();
  await second.close();
});

it("a registry whose database is unavailable reports failures, and recovers with the database", async () => {
  const own = await createTestDatabase();
  const broken = await startRegistry({ databaseUrl: own.url, ...credentials });
  const one = connect(credentials, broken);
  await one.hello();
  const admin = postgres(own.url, { max: 1, onnotice: () => {} });
  await admin`alter schema registry rename to elsewhere`;
  await expect(one.domainInfo("not-registered.com")).rejects.toMatchObject({ code: 2400, retryable: true });
  await admin`alter schema elsewhere rename to registry`;
  await expect(one.domainInfo("not-registered.com")).rejects.toEqual(refusal(2303));
  await admin.end();
  await own.drop();
  await expect(one.hello()).rejects.toMatchObject({ code: 2400 });
  await one.close();
  await broken.close();
});

it("the first example of the package's README prints its documented output", async () => {
  const packageFolder = path.resolve(import.meta.dirname, "../../../packages/epp");
  const readme = await readFile(path.join(packageFolder, "README.md"), "utf8");
  const example = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? "";
  const folder = await mkdtemp(path.join(tmpdir(), "registry-readme-"));
  const certificateFile = path.join(folder, "certificate.pem");
  await writeFile(certificateFile, registry.certificatePem);
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", example], {
    cwd: path.resolve(import.meta.dirname, ".."),
    env: {
      EPP_HOST: "127.0.0.1",
      EPP_PORT: String(registry.port),
      EPP_CLIENT_ID: credentials.clientId,
      EPP_PASSWORD: credentials.password,
      EPP_CA_FILE: certificateFile,
    },
  });
  await rm(folder, { recursive: true });
  const printed = [...readme.matchAll(/\/\/ prints: (.*)/g)].map((match) => match[1]);
  expect(printed.length).toBeGreaterThan(0);
  expect(stdout.trim().split("\n")).toEqual(printed);
});
