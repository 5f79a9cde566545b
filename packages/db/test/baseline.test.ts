import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { readMigrationFiles } from "drizzle-orm/migrator";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { migrate, ownMigrations } from "../src/migrate.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "../src/testing.ts";
import { withLaterMigrations } from "./later-migrations-fixture.ts";

const commit = "790687e0b37b1a27476140baf4e531b42714e3f0";

let database: TestDatabase;
/** An administrator's session, and the address of the owner, a role without any other right. */
let sql: postgres.Sql;
let url: string;
let rowsOfMigrations: Map<string, StoredRow[]>;
const [owner, reader] = ["owner", "reader"].map(
  (kind) => `zonepost_test_${kind}_${randomBytes(4).toString("hex")}`,
);

/** A database as the commit before the baseline leaves it, in use for some time, with a row in every table. */
beforeAll(async () => {
  database = await createEmptyDatabase();
  sql = postgres(database.url, { max: 3, onnotice: () => {} });
  const { pathname } = new URL(database.url);
  await sql.unsafe(`
    create role ${owner} login password 'test'; create role ${reader};
    grant ${owner} to current_user with inherit true, set true;
    alter database ${pathname.slice(1)} owner to ${owner}`);
  url = Object.assign(new URL(database.url), { username: owner, password: "test" }).href;
  const client = postgres(url, { max: 1, onnotice: () => {} });
  await client.unsafe(await readFile(new URL("before-baseline.sql", import.meta.url), "utf8"));
  rowsOfMigrations = await rowsOf(url);
  const day = ["019c2000-0000-0000-0000-000000000000", "019c2525-c000-0000-0000-000000000000"];
  await client.unsafe(`
    create extension pg_trgm;
    create schema registry; create table registry.domains (name text);
    grant select on mail_host.users to ${reader};
    grant execute on function mail_host.check_recipient(text, text, bigint) to ${reader};
    create table deliveries_20260203 (like deliveries including all);
    alter table deliveries attach partition deliveries_20260203 for values from ('${day[0]}') to ('${day[1]}')`);
  await insertRows(client);
  await client.end();
});

afterAll(async () => {
  await sql.end({ timeout: 1 });
  const admin = postgres(database.url.replace(/[^/]+$/, "postgres"), { max: 1 });
  await database.drop();
  await admin.unsafe(`drop role ${owner}; drop role ${reader}`);
  await admin.end();
});

const values: Record<string, string> = {
  uuid: "'019c2000-0000-7000-8000-000000000001'",
  text: "'text'",
  jsonb: "'{}'",
  boolean: "true",
  bytea: "'bytes'",
  bigint: "0",
  integer: "0",
  date: "'2026-02-03'",
  "timestamp(3) with time zone": "'2026-02-03T04:05:06Z'",
  "text[]": "'{text}'",
  "integer[]": "'{1}'",
  int8multirange: "'{[1,2)}'",
};

/** Into each table, with a value in each column, and references to each other. */
async function insertRows(client: postgres.Sql): Promise<void> {
  const tables = await client<{ name: string; columns: string[]; types: string[]; references: string[] }[]>`
    select oid::regclass::text as name,
      array(select quote_ident(attname) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select format_type(atttypid, atttypmod) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as types,
      array(select confrelid::regclass::text from pg_constraint
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as references
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
  const inserted = new Set<string>();
  while (inserted.size < tables.length) {
    const table = tables.find(
      ({ name, references }) => !inserted.has(name) && references.every((each) => inserted.has(each)),
    );
    if (!table) {
      throw new Error("tables refer to each other in a circle");
    }
    await client.unsafe(`insert into ${table.name} (${table.columns}) values (${table.types.map((type) => values[type])})
      on conflict do nothing`);
    inserted.add(table.name);
  }
}

type StoredRow = { row: Record<string, unknown> };

/** Every row of each of our tables. */
async function rowsOf(address: string): Promise<Map<string, StoredRow[]>> {
  const client = postgres(address, { max: 1 });
  const tables = await client<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by name`;
  const rows = new Map<string, StoredRow[]>();
  for (const { name } of tables) {
    rows.set(name, [
      ...(await client.unsafe<StoredRow[]>(`select to_jsonb(stored) as row from ${name} as stored`)),
    ]);
  }
  await client.end();
  return rows;
}

const marks = async () => {
  const [list] = await sql`select to_regclass('drizzle.__drizzle_migrations') as name`;
  return list?.name ? sql`select xmin, hash, created_at from drizzle.__drizzle_migrations order by id` : [];
};

/** The message with which a start stops. Nothing has changed then. */
async function messageOfStart(): Promise<string> {
  const before = await marks();
  const error = await migrate(url).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(await marks()).toEqual(before);
  const [left] = await sql`
    select to_regnamespace('graphile_worker') as jobs, to_regnamespace('public_before_baseline') as renamed`;
  expect(left).toEqual({ jobs: null, renamed: null });
  return error instanceof Error ? error.message : "started";
}

/** Of the tables that the former migrations made; later ones add more, and columns. */
function ofFormer(rows: Map<string, StoredRow[]>) {
  return new Map([...rows].filter(([name]) => rowsOfMigrations.has(name)));
}

it("has the rows that the former migrations made", async () => {
  const fresh = await createTestDatabase();
  onTestFinished(fresh.drop);
  expect(ofFormer(await rowsOf(fresh.url))).toEqual(rowsOfMigrations);
});

const viewOf = (source: string) =>
  `create or replace view mail_host.erased_accounts as select ${source} as id from mail_erased_accounts`;
const limitOf = (limit: number) => `create or replace function mail_host.recipients_per_hour(plan_slug text)
  returns integer language sql immutable as $$
  SELECT CASE plan_slug WHEN 'starter' THEN ${limit} WHEN 'pro' THEN 500 WHEN 'business' THEN 1000 END
$$`;

const differences = [
  {
    change: "alter table refunds rename send_key to key",
    undo: "alter table refunds rename key to send_key",
    names: ["column public.refunds.send_key is missing", "column public.refunds.key was added"],
  },
  {
    change: "alter table refunds alter note type varchar(80)",
    undo: "alter table refunds alter note type text",
    names: ["column public.refunds.note differs"],
  },
  {
    change: "alter table refunds alter request_id set not null",
    undo: "alter table refunds alter request_id drop not null",
    names: ["column public.refunds.request_id differs"],
  },
  {
    change: "alter table refunds alter is_outside set default true",
    undo: "alter table refunds alter is_outside set default false",
    names: ["column public.refunds.is_outside differs"],
  },
  {
    change: "alter table payment_methods alter expiry_year add generated always as identity",
    undo: "alter table payment_methods alter expiry_year drop identity",
    names: [
      "column public.payment_methods.expiry_year differs",
      "sequence public.payment_methods_expiry_year_seq was added",
    ],
  },
  {
    change: "alter table deliveries alter missed_as set expression as (status)",
    undo: "alter table deliveries alter missed_as set expression as (case when status in ('failed', 'skipped') then status end)",
    names: ["column public.deliveries.missed_as differs"],
  },
  {
    change: "alter table operators drop constraint operators_user_id_users_id_fk",
    undo: "alter table operators add constraint operators_user_id_users_id_fk foreign key (user_id) references users (id) on delete cascade",
    names: ["constraint operators_user_id_users_id_fk on public.operators is missing"],
  },
  {
    change: "alter table refunds add check (amount_cents < 0) not valid",
    undo: "alter table refunds drop constraint refunds_amount_cents_check",
    names: ["constraint refunds_amount_cents_check on public.refunds was added"],
  },
  {
    change: "drop index users_email_index",
    undo: "create index users_email_index on users (email)",
    names: ["index public.users_email_index is missing"],
  },
  {
    change: "drop index users_email_key; create index users_email_key on users (lower(email))",
    undo: "drop index users_email_key; create unique index users_email_key on users (lower(email))",
    names: ["index public.users_email_key differs"],
  },
  {
    change: limitOf(201),
    undo: limitOf(200),
    names: ["function mail_host.recipients_per_hour(text) differs"],
  },
  {
    change: "grant execute on function mail_host.store_use(jsonb) to public",
    undo: "revoke execute on function mail_host.store_use(jsonb) from public",
    names: ["function mail_host.store_use(jsonb) differs"],
  },
  {
    change: viewOf("gen_random_uuid()"),
    undo: viewOf("account_id"),
    names: ["view mail_host.erased_accounts differs"],
  },
  {
    change: "alter table receipts disable trigger receipts_append_only",
    undo: "alter table receipts enable trigger receipts_append_only",
    names: ["trigger receipts_append_only on public.receipts differs"],
  },
  {
    change: "create table invoices ()",
    undo: "drop table invoices",
    names: ["table public.invoices was added"],
  },
  {
    change: "alter table delivery_queue set (fillfactor = 80)",
    undo: "alter table delivery_queue set (fillfactor = 45)",
    names: ["table public.delivery_queue differs"],
  },
  {
    change: "alter table events detach partition events_default",
    undo: "alter table events attach partition events_default default",
    names: ["partition public.events_default is missing", "table public.events_default was added"],
  },
  {
    change: "create type mood as enum ('good', 'bad'); create domain age as integer",
    undo: "drop type mood; drop domain age",
    names: ["type public.mood was added", "type public.age was added"],
  },
];

it.each([
  ["one difference", differences.slice(0, 1)],
  ["several", differences],
])("stops with the name of each difference: %s", async (_, changes) => {
  for (const { change } of changes) {
    await sql.unsafe(change);
  }
  const message = await messageOfStart();
  for (const { undo } of changes) {
    await sql.unsafe(undo);
  }
  const names = /schema: (.*)\. Nothing was changed\.$/.exec(message)?.[1]?.split(", ");
  expect(names).toEqual(expect.arrayContaining(changes.flatMap((each) => each.names)));
});

it("names the first differences if there are many", async () => {
  await sql`alter schema mail_host rename to mail`;
  const message = await messageOfStart();
  await sql`alter schema mail rename to mail_host`;
  expect(message).toMatch(/^.*view mail_host\.\w+ is missing, .* and \d+ others\. Nothing was changed\.$/);
});

const mark = "drizzle.__drizzle_migrations";
it.each([
  ["is one migration less", `delete from ${mark} where id = 80`],
  ["is one migration more", `insert into ${mark} (id, hash, created_at) values (81, 'later', 1795881223739)`],
  ["is another migration", `update ${mark} set hash = 'another' where id = 40`],
  ["are none", `delete from ${mark}`],
  ["is no list", "alter schema drizzle rename to drizzle_before"],
])("stops with the name of the commit to start first: there %s", async (_, change) => {
  await sql.unsafe(`create table kept_marks as select * from ${mark}`);
  await sql.unsafe(change);
  const message = await messageOfStart();
  await sql.unsafe(`
    do $$ begin if to_regnamespace('drizzle') is null then alter schema drizzle_before rename to drizzle; end if; end $$;
    delete from ${mark}; insert into ${mark} select * from kept_marks; drop table kept_marks`);
  expect(message).toMatch(new RegExp(`^.*Start commit ${commit} once.*$`));
});

it("is refused by the command in one line", async () => {
  await sql.unsafe(`update ${mark} set hash = 'another ' || hash where id = 80`);
  const command = ["scripts/run.mjs", "packages/db/src/entry/migrate.ts"];
  const env = { ...process.env, DATABASE_URL: url, DATABASE_DIRECT_URL: "" };
  const cwd = new URL("../../..", import.meta.url);
  const ended = await promisify(execFile)(process.execPath, command, { cwd, env }).catch((error) => error);
  await sql.unsafe(`update ${mark} set hash = replace(hash, 'another ', '') where id = 80`);
  expect([ended.code, ended.stdout]).toEqual([1, ""]);
  expect(ended.stderr).toMatch(new RegExp(`^.*Start commit ${commit} once.*\n$`));
});

it("changes nothing if the process ends before it has committed", async () => {
  const before = [await rowsOf(database.url), await marks()];
  await sql.begin(async (tx) => {
    await tx`lock table drizzle.__drizzle_migrations in share mode`;
    const failed = expect(migrate(url)).rejects.toThrow();
    const end = () => sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'zonepost-migrate' and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await end()).length).toBe(1);
    await failed;
  });
  expect([await rowsOf(database.url), await marks()]).toEqual(before);
});

it("is marked by one of two processes that start at once, keeps its rows, and takes later migrations", async () => {
  const before = await rowsOf(database.url);
  expect([...before.values()].every((rows) => rows.length > 0)).toBe(true);
  await Promise.all([migrate(url), migrate(url)]);
  const kept = (rows: StoredRow[]) => rows.map(({ row }) => ({ row: expect.objectContaining(row) }));
  expect(ofFormer(await rowsOf(database.url))).toEqual(
    new Map([...before].map(([name, rows]) => [name, kept(rows)])),
  );
  const marked = await marks();
  expect(marked).toHaveLength(readMigrationFiles({ migrationsFolder: ownMigrations }).length);
  await migrate(url);
  expect(await marks()).toEqual(marked);

  const later = withLaterMigrations("create table later (id integer)");
  await migrate(url, { folder: later });
  await migrate(url, { folder: later });
  // An earlier version that is started again.
  await migrate(url);
  expect(await marks()).toEqual([...marked, expect.anything()]);
  expect(await sql`select * from later`).toEqual([]);
});

it("migrates a database that only has tables of another application", async () => {
  const other = await createEmptyDatabase();
  const client = postgres(other.url, { max: 1 });
  await client`create table recipes as select 'soup' as name`;
  await migrate(other.url);
  expect(await client`select name, (select offset_ms from business_clock) from recipes`).toEqual([
    { name: "soup", offset_ms: "0" },
  ]);
  await client.end();
  await other.drop();
});
