import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { createTestDatabase, type TestDatabase } from "@zonepost/db/testing";
import { findServerProgram } from "@zonepost/server-process";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSchema } from "../src/state/create-schema.ts";
import {
  findKnot,
  findUnbound,
  publishZones,
  startValidatingResolver,
  type ValidatingResolver,
  type Zones,
  ZonesUnavailableError,
} from "../src/zones/index.ts";

const [knot, unbound, dig] = await Promise.all([findKnot(), findUnbound(), findServerProgram("dig")]);
const isPossible = knot !== undefined && unbound !== undefined && dig !== undefined;

let database: TestDatabase;
let sql: postgres.Sql;
let folder: string;
let zones: Zones;
let resolver: ValidatingResolver;

const nameservers = ["ns1.example.net", "ns2.example.net"];
const ds = { keyTag: 4711, algorithm: 13, digestType: 2, digest: "AB".repeat(32) };
const shownDs = `4711 13 2 ${"AB".repeat(28)} ${"AB".repeat(4)}`;

beforeAll(async () => {
  if (!isPossible) {
    return;
  }
  database = await createTestDatabase();
  sql = postgres(database.url, { max: 2, onnotice: () => {} });
  await createSchema(sql);
  await sql`insert into registry.registrars (id, password_hash) values ('zonepost', 'none')`;
  await add("before.com", { dsRecords: [ds] });
  folder = await mkdtemp(path.join(tmpdir(), "zonepost-zones-test-"));
  zones = await publish();
  resolver = await startValidatingResolver({
    folder: path.join(folder, "resolver"),
    trustAnchors: zones.trustAnchors,
    servers: zones.tlds.map((zone) => ({ zone, ports: [zones.port] })),
  });
});
beforeEach(async () => {
  if (isPossible) {
    await sql`delete from registry.hosts`;
  }
});
afterAll(async () => {
  await resolver?.close();
  await zones?.close();
  await sql?.end();
  await database?.drop();
  if (folder) {
    await rm(folder, { recursive: true, force: true });
  }
});

const publish = () =>
  publishZones({ databaseUrl: database.url, folder: path.join(folder, "zones"), tlds: ["com", "de"] });

async function add(
  name: string,
  options: { nameservers?: string[]; dsRecords?: object[]; statuses?: string[] } = {},
) {
  const at = new Date();
  await sql`
    insert into registry.domains
      (name, sponsor, nameservers, ds_records, statuses, created_by, created_at, expires_at)
    values (${name}, 'zonepost', ${options.nameservers ?? nameservers},
      ${sql.json(JSON.parse(JSON.stringify(options.dsRecords ?? [])))}, ${options.statuses ?? []}, 'zonepost', ${at}, ${at})`;
}

async function ask(port: number, name: string, type: string): Promise<{ text: string; isSecure: boolean }> {
  const args = [
    "@127.0.0.1",
    "-p",
    String(port),
    name,
    type,
    "+dnssec",
    "+norecurse",
    "+tries=3",
    "+time=10",
  ];
  const { stdout } = await promisify(execFile)(
    dig ?? "dig",
    port === resolver?.port ? [...args, "+recurse"] : args,
  );
  return { text: stdout, isSecure: /flags:[^;]* ad[ ;]/.test(stdout) };
}

/** The server's own records of a delegation: those of one type in its response or referral. */
async function shown(name: string, type: string): Promise<string[]> {
  const { text } = await ask(zones.port, name, type);
  const row = new RegExp(`^(\\S+)\\s+\\d+\\s+IN\\s+${type}\\s+(.+)$`, "gm");
  return [...text.matchAll(row)].map(([, owner, data]) => `${owner} ${data}`).sort();
}

async function until(isMet: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 300_000;
  while (!(await isMet())) {
    if (Date.now() > deadline) {
      throw new Error("it did not come so in 300 s");
    }
    await delay(20);
  }
}
const untilShown = (name: string, type: string, expected: string[]) =>
  until(async () => JSON.stringify(await shown(name, type)) === JSON.stringify(expected));

const nsOf = (name: string) => nameservers.map((host) => `${name}. ${host}.`);

describe.skipIf(!isPossible)("the registry's zones (skipped without Knot, Unbound and dig)", () => {
  it("contain the database from before the start, signed so that a resolver with their keys validates them", async () => {
    expect(await shown("before.com", "DS")).toEqual([`before.com. ${shownDs}`]);
    expect(await ask(resolver.port, "before.com", "DS")).toMatchObject({
      isSecure: true,
      text: expect.stringContaining(shownDs),
    });
    expect(await ask(resolver.port, "not-registered.com", "DS")).toMatchObject({
      isSecure: true,
      text: expect.stringContaining("NXDOMAIN"),
    });
    expect(zones.trustAnchors).toHaveLength(2);
  });

  it("follow each change of a domain: registered, updated, put on hold, released, deleted", async () => {
    await add("life.com");
    await untilShown("life.com", "NS", nsOf("life.com"));
    await sql`update registry.domains set ds_records = ${sql.json([ds])} where name = 'life.com'`;
    await untilShown("life.com", "DS", [`life.com. ${shownDs}`]);
    await sql`update registry.domains set nameservers = ${["ns3.example.net"]} where name = 'life.com'`;
    await untilShown("life.com", "NS", ["life.com. ns3.example.net."]);
    expect(await shown("life.com", "DS")).toEqual([`life.com. ${shownDs}`]);
    await sql`update registry.domains set statuses = ${["clientHold"]} where name = 'life.com'`;
    await untilShown("life.com", "NS", []);
    expect(await shown("life.com", "DS")).toEqual([]);
    await sql`update registry.domains set statuses = '{}' where name = 'life.com'`;
    await untilShown("life.com", "DS", [`life.com. ${shownDs}`]);
    await sql`update registry.domains set phase = 'redemption' where name = 'life.com'`;
    await untilShown("life.com", "NS", []);
    await sql`update registry.domains set phase = null where name = 'life.com'`;
    await untilShown("life.com", "NS", ["life.com. ns3.example.net."]);
    await sql`delete from registry.domains where name = 'life.com'`;
    await untilShown("life.com", "NS", []);
  });

  it("include the addresses of nameservers under a domain, and remove them with it", async () => {
    await add("glue.de", { nameservers: ["ns1.glue.de", "ns2.glue.de"] });
    const at = new Date();
    for (const [name, addresses] of [
      [
        "ns1.glue.de",
        [
          { address: "192.0.2.1", version: "v4" },
          { address: "2001:db8::1:5", version: "v6" },
        ],
      ],
      ["ns2.glue.de", [{ address: "192.0.2.2", version: "v4" }]],
    ] as const) {
      await sql`
        insert into registry.hosts (name, sponsor, superordinate, addresses, created_by, created_at)
        values (${name}, 'zonepost', 'glue.de', ${sql.json(addresses.map((each) => ({ ...each })))}, 'zonepost', ${at})`;
    }
    const referral = async () => (await ask(zones.port, "www.glue.de", "A")).text;
    await until(async () => /ns2\.glue\.de\.\s+\d+\s+IN\s+A\s+192\.0\.2\.2/.test(await referral()));
    expect(await referral()).toMatch(/ns1\.glue\.de\.\s+\d+\s+IN\s+A\s+192\.0\.2\.1/);
    expect(await referral()).toMatch(/ns1\.glue\.de\.\s+\d+\s+IN\s+AAAA\s+2001:db8::1:5/);
    await sql`delete from registry.hosts where name = 'ns1.glue.de'`;
    await until(async () => !/192\.0\.2\.1/.test(await referral()));
    await sql`delete from registry.domains where name = 'glue.de'`;
    await until(async () => /NXDOMAIN/.test(await referral()));
  });

  it("publish a thousand changes at once, and ignore names in other zones", async () => {
    await add("elsewhere.org");
    const names = Array.from({ length: 1000 }, (_, at) => `many-${at}.com`);
    await sql`
      insert into registry.domains (name, sponsor, nameservers, ds_records, created_by, created_at, expires_at)
      select name, 'zonepost', ${nameservers}, ${sql.json([ds])}, 'zonepost', now(), now() from unnest(${names}::text[]) name`;
    await untilShown("many-999.com", "DS", [`many-999.com. ${shownDs}`]);
    await untilShown("many-0.com", "DS", [`many-0.com. ${shownDs}`]);
    await sql`delete from registry.domains where name like 'many-%'`;
    await untilShown("many-999.com", "NS", []);
  });

  it("recover changes made while the nameserver was killed", async () => {
    await add("killed.com");
    await untilShown("killed.com", "NS", nsOf("killed.com"));
    const pid = zones.serverPid();
    process.kill(pid, "SIGKILL");
    await sql`update registry.domains set ds_records = ${sql.json([ds])} where name = 'killed.com'`;
    await add("meanwhile.com");
    const isBack = async () => {
      try {
        return (await shown("meanwhile.com", "NS")).length === 2;
      } catch {
        return false;
      }
    };
    await until(isBack);
    await untilShown("killed.com", "DS", [`killed.com. ${shownDs}`]);
    expect(zones.serverPid()).not.toBe(pid);
    expect((await ask(resolver.port, "killed.com", "DS")).isSecure).toBe(true);
  });

  it("recover changes made while the database connection was down", async () => {
    await sql`alter table registry.domains disable trigger announce_zone_change`;
    await add("unheard.com");
    await sql`alter table registry.domains enable trigger announce_zone_change`;
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'zonepost-registry-zones' and datname = current_database()`;
    const isBack = async () => {
      try {
        return (await shown("unheard.com", "NS")).length === 2;
      } catch {
        return false;
      }
    };
    await until(isBack);
  });

  it("are published by only one process, and keep their keys across a restart", async () => {
    await expect(publish()).rejects.toBeInstanceOf(ZonesUnavailableError);
    const anchors = zones.trustAnchors;
    await zones.close();
    await sql`delete from registry.domains where name = 'before.com'`;
    await add("between.com");
    zones = await publish();
    expect(zones.trustAnchors).toEqual(anchors);
    expect(await shown("between.com", "NS")).toEqual(nsOf("between.com"));
    expect(await shown("before.com", "NS")).toEqual([]);
  });
});
