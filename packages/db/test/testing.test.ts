import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrate } from "../src/migrate.ts";
import { createDatabaseBefore, createTestDatabase, type TestDatabase } from "../src/testing.ts";

describe("createTestDatabase", () => {
  let databases: TestDatabase[];
  beforeAll(async () => {
    databases = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
  });
  afterAll(() => Promise.all(databases.map((database) => database.drop())));

  it("gives each caller its own migrated database, even if several ask at once", async () => {
    const names = await Promise.all(
      databases.map(async ({ url }) => {
        const sql = postgres(url, { max: 1 });
        const [row] = await sql<{ name: string; jobs: string | null }[]>`
          select current_database() as name, to_regclass('graphile_worker.jobs')::text as jobs`;
        await sql.end();
        expect(row?.jobs).toBe("graphile_worker.jobs");
        return row?.name;
      }),
    );
    expect(new Set(names).size).toBe(3);
  });

  it("drops a database even if a connection is still open", async () => {
    const database = await createTestDatabase();
    const sql = postgres(database.url, { max: 1 });
    await sql`select 1`;
    await database.drop();
    await expect(sql`select 1`).rejects.toThrow();
    await sql.end();
  });
});

describe("migrate", () => {
  it("can run in several processes at once and repeatedly, and then changes nothing", async () => {
    const database = await createTestDatabase();
    const sql = postgres(database.url, { max: 1 });
    const snapshot = () => sql`
      select table_schema, table_name, column_name, data_type from information_schema.columns
      where table_schema not in ('pg_catalog', 'information_schema') order by 1, 2, 3`;
    const before = await snapshot();
    await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    expect(await snapshot()).toEqual(before);
    expect(before.length).toBeGreaterThan(0);
    await sql.end();
    await database.drop();
  });

  it("fails if its connection is lost, instead of waiting forever", async () => {
    const database = await createTestDatabase();
    const sql = postgres(database.url, { max: 2 });
    await sql.begin(async (tx) => {
      await tx`lock table drizzle.__drizzle_migrations in access exclusive mode`;
      const outcome = migrate(database.url).then(
        () => "migrated",
        () => "failed",
      );
      const end = () => sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'zonepost-migrate' and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await end()).length).toBe(1);
      expect(await outcome).toBe("failed");
    });
    await sql.end();
    await database.drop();
  });

  it("partitions existing events, and numbers them per workspace and subject", async () => {
    const database = await createDatabaseBefore("0041_webhook_engine");
    const sql = postgres(database.url, { max: 1 });
    const id = (last: number) => `01900000-0000-7000-8000-00000000000${last}`;
    const body = (data: object) => JSON.stringify({ data });
    const stored = [
      [1, 8, { name: "one.com" }],
      [2, 9, { name: "one.com" }],
      [3, 8, { paymentId: "pay_1" }],
      [4, 8, { name: "one.com" }],
    ] as const;
    for (const [event, workspace, data] of stored) {
      await sql`insert into events (id, workspace_id, type, body, created_at)
        values (${id(event)}, ${id(workspace)}, 'domain.expired', ${body(data)}, now())`;
    }
    await sql`insert into deliveries (id, endpoint_id, event_id, event_type, status, created_at)
      values (${id(5)}, ${id(7)}, ${id(4)}, 'domain.expired', 'pending', now())`;
    await sql`insert into delivery_queue (delivery_id, endpoint_id, event_id, due_at)
      values (${id(5)}, ${id(7)}, ${id(4)}, now())`;
    await sql.unsafe(database.migrationText);
    const rows = await sql`select subject, sequence from events order by id`;
    expect(rows.map(({ subject, sequence }) => `${subject} ${sequence}`)).toEqual([
      "one.com 1",
      "one.com 1",
      "pay_1 1",
      "one.com 2",
    ]);
    const numbered = { workspace_id: id(8), subject: "one.com", sequence: 2 };
    expect(await sql`select workspace_id, subject, sequence from deliveries`).toEqual([numbered]);
    expect(await sql`select workspace_id, subject, sequence from delivery_queue`).toEqual([numbered]);
    expect(
      await sql`select last from event_sequences where workspace_id = ${id(8)} and subject = 'one.com'`,
    ).toEqual([{ last: 2 }]);
    await sql.end();
    await database.drop();
  });

  it("counts what running catch-ups have delivered so far, and finds what they have queued", async () => {
    const database = await createDatabaseBefore("0057_webhook_catch_up_counts");
    const sql = postgres(database.url, { max: 1 });
    const id = (last: number) => `01900000-0000-7000-8000-00000000000${last}`;
    const [workspace, endpoint, running, ended] = [id(8), id(7), id(1), id(2)];
    for (const [catchUp, finishedAt] of [
      [running, null],
      [ended, new Date()],
    ] as const) {
      await sql`insert into webhook_catch_ups (workspace_id, id, endpoint_id, since, state, total, created_at, finished_at)
        values (${workspace}, ${catchUp}, ${endpoint}, now(), 'sending', 9, now(), ${finishedAt})`;
    }
    const stored = [
      [running, "succeeded"],
      [running, "failed"],
      [running, "pending"],
      [ended, "skipped"],
      [ended, "pending"],
    ] as const;
    for (const [catchUp, status] of stored) {
      const [row] = await sql`insert into deliveries
          (id, workspace_id, endpoint_id, event_id, event_type, subject, sequence, status, catch_up_id, created_at)
        values (uuidv7(), ${workspace}, ${endpoint}, uuidv7(), 'domain.expired', 'one.com', 1, ${status}, ${catchUp}, now())
        returning id, event_id`;
      if (status === "pending") {
        await sql`insert into delivery_queue (workspace_id, delivery_id, endpoint_id, event_id, subject, sequence, due_at)
          values (${workspace}, ${row?.id}, ${endpoint}, ${row?.event_id}, 'one.com', 1, now())`;
      }
    }
    await sql.unsafe(database.migrationText);
    expect(await sql`select queued, delivered, failed, skipped from webhook_catch_ups order by id`).toEqual([
      { queued: 3, delivered: 1, failed: 1, skipped: 0 },
      { queued: 2, delivered: 0, failed: 0, skipped: 1 },
    ]);
    const queued = await sql`select catch_up_id from delivery_queue order by catch_up_id`;
    expect(queued).toEqual([{ catch_up_id: running }, { catch_up_id: null }]);
    await sql.end();
    await database.drop();
  });

  it("gives mail that was active before plans had a term a free year of business time", async () => {
    const database = await createDatabaseBefore("0020_mail_plan_terms");
    const sql = postgres(database.url, { max: 1 });
    await sql`update business_clock set offset_ms = 86400000`;
    await insertMail(sql, "held.com");
    await insertMail(sql, "left.com", { left_at: new Date() });
    await sql.unsafe(database.migrationText);
    const rows = await sql`
      select domain_name, auto_renew, paid_until - next_renewal_at = interval '14 days' as is_lead,
        paid_until::date = ((now() + interval '1 year') + interval '1 day')::date as is_year
      from mail_domains order by domain_name`;
    expect(rows).toEqual([
      { domain_name: "held.com", auto_renew: true, is_lead: true, is_year: true },
      { domain_name: "left.com", auto_renew: true, is_lead: null, is_year: true },
    ]);
    await sql.end();
    await database.drop();
  });

  it("tells owners once more before mail without auto-renew is suspended, by business time", async () => {
    const database = await createDatabaseBefore("0025_mail_plan_notices");
    const sql = postgres(database.url, { max: 1 });
    await sql`update business_clock set offset_ms = 86400000`;
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    const paidUntil = inDays(1.5);
    const ending = { auto_renew: false, paid_until: paidUntil };
    await insertMail(sql, "ended.com", { ...ending, paid_until: inDays(0.5) });
    await insertMail(sql, "ending.com", ending);
    await insertMail(sql, "left.com", { ...ending, left_at: new Date() });
    await insertMail(sql, "renewing.com", { ...ending, auto_renew: true });
    await sql.unsafe(database.migrationText);
    expect(await sql`select domain_name, next_notice_at from mail_domains order by domain_name`).toEqual([
      { domain_name: "ended.com", next_notice_at: null },
      { domain_name: "ending.com", next_notice_at: new Date(paidUntil.getTime() - 14 * 86_400_000) },
      { domain_name: "left.com", next_notice_at: null },
      { domain_name: "renewing.com", next_notice_at: null },
    ]);
    await sql.end();
    await database.drop();
  });

  it("makes one alias of those with the same address, and a signing key of each mail domain's", async () => {
    const database = await createDatabaseBefore("0026_mail_servers");
    const sql = postgres(database.url, { max: 1 });
    await insertMail(sql, "held.com", { paid_until: new Date(Date.now() + 86_400_000) });
    const [mail] = await sql`select id, activated_at from mail_domains`;
    const earlier = [
      ["team", "b"],
      ["team", "a"],
      ["info", "c"],
    ];
    for (const [at, [from, to]] of earlier.entries()) {
      await sql`
        insert into mail_aliases (id, mail_domain_id, from_address, to_address, created_at)
        values (gen_random_uuid(), ${mail?.id}, ${`${from}@held.com`}, ${`${to}@held.com`}, now() + ${at} * interval '1 second')`;
    }
    await sql.unsafe(database.migrationText);
    expect(
      await sql`
        select from_address, string_agg(address, ' ' order by position) as targets
        from mail_aliases join mail_alias_targets on alias_id = mail_aliases.id group by from_address order by 1`,
    ).toEqual([
      { from_address: "info@held.com", targets: "c@held.com" },
      { from_address: "team@held.com", targets: "b@held.com a@held.com" },
    ]);
    expect(await sql`select mail_domain_id, selector, stage, activated_at from mail_dkim_keys`).toEqual([
      { mail_domain_id: mail?.id, selector: "zp1", stage: "active", activated_at: mail?.activated_at },
    ]);
    await sql.end();
    await database.drop();
  });
});

async function insertMail(sql: postgres.Sql, domainName: string, more: Record<string, Date | boolean> = {}) {
  const [workspace] = await sql`
    insert into workspaces (id, name, slug, created_at)
    values (gen_random_uuid(), 'Test', ${domainName}, now()) returning id`;
  const row = {
    id: randomUUID(),
    workspace_id: workspace?.id,
    domain_id: randomUUID(),
    domain_name: domainName,
    plan_slug: "pro",
    max_accounts: 25,
    storage_gigabytes: 10,
    status: "active",
    dkim_selector: "zp1",
    dkim_public_key: "",
    dkim_private_key_encrypted: "",
    activated_at: new Date(),
    ...more,
  };
  await sql`insert into mail_domains ${sql(row)}`;
}
