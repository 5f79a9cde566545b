import type postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { domainsWithContact } from "../src/state/contacts.ts";
import { existingNames, findDomain, lockDueDomains } from "../src/state/domains.ts";
import { domainsUsingHosts } from "../src/state/hosts.ts";
import { plusDays, type Sandbox, startSandbox } from "./sandbox.ts";

const domainCount = 20_000;
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
  await sandbox.sql`
    insert into registry.domains
      (name, sponsor, created_by, created_at, expires_at, nameservers, registrant, contacts)
    select 'number-' || number || '.com', 'zonepost', 'zonepost', now() - interval '400 days',
      now() + interval '100 days' + number * interval '1 minute', array['ns' || number || '.example.net'],
      'HOLDER-' || number, jsonb_build_array(jsonb_build_object('type', 'tech', 'id', 'HOLDER-' || number))
    from generate_series(1, ${domainCount}) number`;
  await sandbox.sql`vacuum analyze registry.domains`;
});
afterAll(async () => {
  await sandbox?.[Symbol.asyncDispose]();
});

/** The number of domain rows that were read, by table scans and through indexes. The planner may read one itself. */
async function rowsRead(run: (tx: postgres.TransactionSql) => Promise<unknown>): Promise<number> {
  return await sandbox.sql.begin(async (tx) => {
    const count = async () => {
      const [row] = await tx<{ read: string }[]>`
        select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_xact_user_tables
        where schemaname = 'registry' and relname = 'domains'`;
      return Number(row?.read ?? 0);
    };
    const before = await count();
    await run(tx);
    return (await count()) - before;
  });
}

it("a check of fifty names and an info only read their own rows, of twenty thousand", async () => {
  const names = Array.from({ length: 50 }, (_, index) => `number-${index * 7 + 1}.com`);
  expect(await rowsRead((tx) => existingNames(tx, names, new Date()))).toBeLessThanOrEqual(50);
  expect(await rowsRead((tx) => findDomain(tx, "number-4711.com"))).toBeLessThan(5);
});

it("due work is found without reading anything else", async () => {
  expect(await rowsRead((tx) => lockDueDomains(tx, plusDays(new Date(), 1), 200))).toBeLessThan(5);
  const inAHundredDays = plusDays(new Date(), 100);
  const soon = new Date(inAHundredDays.getTime() + 10 * 60_000);
  expect(await rowsRead((tx) => lockDueDomains(tx, soon, 200))).toBeLessThan(100);
});

it("the users of a contact or a host are found with an index", async () => {
  expect(await rowsRead((tx) => domainsWithContact(tx, "HOLDER-4711"))).toBeLessThan(5);
  expect(await rowsRead((tx) => domainsUsingHosts(tx, ["ns4711.example.net"], ""))).toBeLessThan(5);
});

it("a year across twenty thousand domains is reported poll by poll, in order", async () => {
  await sandbox.advanceTo(plusDays(new Date(), 400));
  let last = 0;
  for (let taken = 0; taken < 60; taken += 1) {
    const { data } = await sandbox.client.poll();
    const at = data?.queuedAt?.getTime() ?? 0;
    expect(at).toBeGreaterThanOrEqual(last);
    last = at;
    await sandbox.client.ackPoll(data?.id ?? "");
  }
  const [row] = await sandbox.sql<{ untouched: string }[]>`
    select count(*) as untouched from registry.domains where due_at <= now() + interval '400 days'`;
  // Changes after the oldest message can wait.
  expect(Number(row?.untouched)).toBeGreaterThan(domainCount / 2);
});
