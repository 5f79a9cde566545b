import { expect } from "@playwright/test";
import { createDb } from "@zonepost/db";
import { test } from "../support/own-sandbox.ts";

const domainCount = 10_000;
const mostBytes = 300_000;

test("the lists of 10,000 domains and of their renewals are at most 300 kB with the first screen of rows, and have no domain twice", async ({
  sandbox: { databaseUrl },
  context,
}) => {
  const db = createDb(databaseUrl, { maxConnections: 1 });
  // Only rows: their names are known to no registry, so that they are removed before anything looks for them. Nothing is due
  // by the sandbox's clock, which other tests have advanced.
  await db.$client`
    with clock as (select now() + offset_ms * interval '1 millisecond' as now from business_clock)
    insert into domains (id, workspace_id, name, tld, registrar, status, auto_renew, whois_privacy, registered_at,
      paid_until, registry_expires_at, next_renewal_at, nameservers, ds_records, registry_statuses, synced_at, created_at)
    select gen_random_uuid(), (select workspace_id from domains where name = 'juniper-and-oak.com'),
      'one-of-many-' || lpad(n::text, 5, '0') || '.com', 'com', 'primary', 'active', true, true, clock.now,
      clock.now + interval '1 day' * (400 + n), clock.now + interval '50 years',
      clock.now + interval '90 days' + interval '1 minute' * n, '{}', '[]', '{}', clock.now, clock.now
    from clock, generate_series(1, ${domainCount}) n`;
  try {
    for (const list of ["/domains", "/payments/renewals"]) {
      let html = "";
      let rows: (string | undefined)[] = [];
      const readRows = async () => {
        html = await (await context.request.get(`${list}?q=one-of-many`)).text();
        rows = [...html.matchAll(/href="\/domains\/(one-of-many-\d+\.com)"/g)].map(([, name]) => name);
        return rows.length;
      };
      // Without an answer of the API in time, the page is a notice that tries again.
      await expect.poll(readRows, { message: list }).toBeGreaterThanOrEqual(20);
      const read = [...html.matchAll(/\\"name\\":\\"(one-of-many-\d+\.com)\\"/g)].map(([, name]) => name);
      expect(read, list).toHaveLength(100);
      expect(new Set(read).size, list).toBe(100);
      expect(read.slice(0, rows.length), list).toEqual(rows);
      expect(Buffer.byteLength(html), list).toBeLessThanOrEqual(mostBytes);
    }
  } finally {
    await db.$client`delete from domains where name like 'one-of-many-%'`;
    await db.close();
  }
});
