import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { Sql } from "@zonepost/db";
import { startEmbeddedServer } from "@zonepost/embedded-postgres";
import postgres from "postgres";
import { cpuMicroseconds, measure, median } from "./measure.ts";
import { answering, finished, freePort, runBench, type Server, say, spawnNode, stop } from "./processes.ts";
import { seed } from "./seed.ts";

// The cost of other workspaces' domains: the expiry sweep and two requests, with few and with many; see README.md.

const fewCount = 1_000;
const dueCount = 1_000;
const foreignWorkspaces = 1_000;
const rounds = 5;
const roundSeconds = 3;
const sweepLimitSeconds = 10;
/** The sweep's batch size; compared with the database's own counts. */
const claim = `select * from domains where next_notice_at <= now()
  order by next_notice_at limit 100 for update skip locked`;

type Side = { name: string; environment: NodeJS.ProcessEnv; sql: Sql; server: Server; cookie: string };

async function main(cleanUp: AsyncDisposableStack, manyCount: number, isSweepOnly: boolean): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "zonepost-bench-"));
  chmodSync(folder, 0o711);
  cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }));

  say("starting PostgreSQL, and on it two databases with an API each");
  const database = await startEmbeddedServer({ dataDir: folder, settings: { fsync: "off" } });
  cleanUp.defer(() => database.stop());
  const many = new URL(database.url);
  many.pathname = "/zonepost_many";
  const first = postgres(database.url, { max: 1 });
  await first`create database zonepost_many`;
  await first.end();

  const loadBefore = loadavg();
  const sides = [
    await startSide(cleanUp, database.url, fewCount),
    await startSide(cleanUp, many.href, manyCount),
  ];
  if (!isSweepOnly) {
    for (const route of ["/domains/mine", "/domains/bench-domain-07.com"]) {
      await benchRequest(route, sides);
    }
  }
  await benchSweep(sides);
  const loads = [loadBefore, loadavg()].map(([minute = Number.NaN]) => minute.toFixed(1));
  console.log(`\nLoad of the machine, over a minute: ${loads[0]} before loading, ${loads[1]} at the end`);
}

async function startSide(cleanUp: AsyncDisposableStack, url: string, foreignCount: number): Promise<Side> {
  const authSecret = randomBytes(32).toString("base64");
  const port = await freePort();
  const environment = {
    ...process.env,
    NODE_ENV: "production",
    DATABASE_URL: url,
    DATABASE_MAX_CONNECTIONS: "10",
    AUTH_SECRET: authSecret,
    API_PORT: String(port),
    ZONEPOST_MODE: "sandbox",
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    RATE_LIMIT_PER_MINUTE: "100000000",
    WORKSPACE_RATE_LIMIT_PER_MINUTE: "100000000",
    // These routes use no registry, so none is running.
    EPP_PORT: "1",
    EPP_CLIENT_ID: "bench",
    EPP_PASSWORD: "bench-password",
  };
  await finished(spawnNode("../packages/db/src/entry/migrate.ts", environment));
  const { cookie } = await seed(url, authSecret);
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { application_name: "bench" } });
  cleanUp.defer(() => sql.end());
  const name = `${foreignCount.toLocaleString("en")} other`;
  const startedAt = performance.now();
  await addForeignDomains(sql, foreignCount);
  say(`${name} domains loaded in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  const child = spawnNode("../apps/api/src/entry/server.ts", environment);
  cleanUp.defer(() => stop(child));
  const server = { name, url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 };
  await answering(server, child, cookie);
  return { name, environment, sql, server, cookie };
}

/** Domains of a thousand other workspaces: some not due, and as many due. */
async function addForeignDomains(sql: Sql, count: number): Promise<void> {
  await sql`
    insert into workspaces (id, name, slug, created_at)
    select gen_random_uuid(), 'Foreign', 'foreign-' || at, now() from generate_series(1, ${foreignWorkspaces}) at`;
  const add = (word: string, rows: number, firstPaidDays: number, paidDays: number) => sql`
    with others as (
      select row_number() over () - 1 as at, id from workspaces where slug like 'foreign-%'
    ), wanted as (
      select at, date_trunc('second', now()) + interval '1 day' * (${firstPaidDays}::int + at % ${paidDays}::int) as paid_until
      from generate_series(1, ${rows}) at
    )
    insert into domains (id, workspace_id, name, tld, registrar, status, auto_renew, whois_privacy, registered_at,
      paid_until, registry_expires_at, nameservers, ds_records, registry_statuses, synced_at, next_notice_at,
      next_renewal_at, created_at)
    select gen_random_uuid(), others.id, ${word} || '-' || lpad(wanted.at::text, 7, '0') || '.com', 'com', 'bench',
      'active', true, true, now() - interval '1 year', paid_until, paid_until,
      ${["ns1.example.net", "ns2.example.net"]}, '[]', '{ok}', now(), paid_until - interval '30 days',
      paid_until - interval '12 hours', now()
    from wanted join others on others.at = wanted.at % ${foreignWorkspaces}`;
  await add("foreign", count, 32, 333);
  await add("due", dueCount, 29, 1);
  await sql`vacuum analyze`;
}

/** One request on both sides in turn, in alternating order. */
async function benchRequest(route: string, sides: readonly Side[]): Promise<void> {
  const rows = sides.map((side) => ({
    side,
    p50: [] as number[],
    p99: [] as number[],
    api: [] as number[],
    database: [] as number[],
  }));
  for (const { side } of rows) {
    await measure(side.server, loadOf(side, route), 2);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const row of round % 2 === 0 ? rows : rows.toReversed()) {
      const before = await databaseCpu(row.side);
      const taken = await measure(row.side.server, loadOf(row.side, route), roundSeconds);
      const after = await databaseCpu(row.side);
      row.p50.push(taken.p50Ms);
      row.p99.push(taken.p99Ms);
      row.api.push(taken.cpuPerRequestMicroseconds ?? Number.NaN);
      row.database.push((after - before) / taken.requestCount);
    }
  }
  console.log(`\nGET ${route}, medians of ${rounds} rounds of ${roundSeconds} s`);
  line("", ["p50 ms", "p99 ms", "API µs", "database µs"]);
  const figures = rows.map(({ p50, p99, api, database }) => [p50, p99, api, database].map(median));
  for (const [at, { side }] of rows.entries()) {
    line(
      side.name,
      (figures[at] ?? []).map((figure, column) => figure.toFixed(column < 2 ? 1 : 0)),
    );
  }
  const [few = [], many = []] = figures;
  line(
    "many over few",
    many.map((figure, column) => (figure / (few[column] ?? Number.NaN)).toFixed(2)),
  );
}

const loadOf = ({ cookie }: Side, route: string) => ({ path: route, headers: { cookie } });

/** CPU time of the database's processes that serve this side's API. */
async function databaseCpu({ sql }: Side): Promise<number> {
  const backends = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  return backends.reduce((sum, { pid }) => sum + (cpuMicroseconds(pid) ?? Number.NaN), 0);
}

/** The sweep over due domains, compared with a full scan. */
async function benchSweep(sides: readonly Side[]): Promise<void> {
  console.log(`\nThe expiry sweep, ${dueCount} domains due`);
  line("", ["rows read", "entries read", "full scans", "seconds"]);
  const taken = [];
  for (const side of sides) {
    const scanned = { byIndex: await explain(side.sql, claim), whole: await scanTable(side.sql) };
    const swept = await sweep(side);
    taken.push({ side, scanned, swept });
    line(side.name, [
      String(swept.rowsRead),
      String(swept.entriesRead),
      String(swept.fullScans),
      swept.seconds.toFixed(2),
    ]);
  }
  console.log("\nOne claim of a hundred as the sweep makes it, and the same without an index");
  line("", ["rows read", "pages", "ms"]);
  for (const { side, scanned } of taken) {
    for (const [how, plan] of [
      ["as it is", scanned.byIndex],
      ["full scan", scanned.whole],
    ] as const) {
      line(`${side.name}, ${how}`, [String(plan.rows), String(plan.pages), plan.ms.toFixed(1)]);
    }
  }
  const many = taken.at(-1)?.swept;
  // Planning a claim also reads the index's first row.
  const isKept =
    many !== undefined &&
    many.rowsRead <= dueCount + dueCount / 100 + 1 &&
    many.fullScans === 0 &&
    many.seconds <= sweepLimitSeconds;
  console.log(
    `  only the due rows read, no full scan, at most ${sweepLimitSeconds} s: ${isKept ? "kept" : "not kept"}`,
  );
}

/** The database's counts while a worker ran until every notice was sent. */
async function sweep({ environment, sql }: Side) {
  const before = await readCounts(sql);
  const startedAt = performance.now();
  const worker = spawnNode("../apps/api/src/entry/worker.ts", environment);
  try {
    for (let given = 0; given < dueCount; ) {
      if (worker.exitCode !== null) {
        throw new Error("the worker ended before all notices were sent");
      }
      await delay(50);
      const [row] = await sql<{ count: number }[]>`select count(*)::int as count from domain_expiry_notices`;
      given = row?.count ?? 0;
    }
  } finally {
    // Connections report their counts when they close.
    await stop(worker);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await delay(500);
  const after = await readCounts(sql);
  return {
    rowsRead: after.rows - before.rows,
    entriesRead: after.entries - before.entries,
    fullScans: after.fullScans - before.fullScans,
    seconds,
  };
}

/** Current totals: rows and index entries read from the index of due notices, and full table scans. */
async function readCounts(sql: Sql) {
  await sql`select pg_stat_force_next_flush()`;
  const [counts] = await sql<{ rows: number; entries: number; fullScans: number }[]>`
    select i.idx_tup_fetch::int as rows, i.idx_tup_read::int as entries, t.seq_scan::int as "fullScans"
    from pg_stat_user_indexes i join pg_stat_user_tables t using (relid)
    where i.indexrelname = 'domains_next_notice_at_index'`;
  if (counts === undefined) {
    throw new Error("there is no index of due notices");
  }
  return counts;
}

type Plan = {
  "Actual Rows": number;
  "Rows Removed by Filter"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Plan[];
};

async function explain(sql: Pick<Sql, "unsafe">, query: string) {
  const [row] = await sql.unsafe<{ "QUERY PLAN": { Plan: Plan; "Execution Time": number }[] }[]>(
    `explain (analyze, buffers, format json) ${query}`,
  );
  const explained = row?.["QUERY PLAN"][0];
  if (explained === undefined) {
    throw new Error("the database explained nothing");
  }
  let leaf = explained.Plan;
  while (leaf.Plans?.[0]) {
    leaf = leaf.Plans[0];
  }
  return {
    rows: leaf["Actual Rows"] + (leaf["Rows Removed by Filter"] ?? 0),
    pages: explained.Plan["Shared Hit Blocks"] + explained.Plan["Shared Read Blocks"],
    ms: explained["Execution Time"],
  };
}

async function scanTable(sql: postgres.Sql) {
  return sql.begin(async (tx) => {
    for (const kind of ["indexscan", "bitmapscan", "indexonlyscan"]) {
      await tx.unsafe(`set local enable_${kind} = off`);
    }
    return explain(tx, claim);
  });
}

const line = (name: string, cells: string[]) =>
  console.log(`  ${name.padEnd(30)}${cells.map((cell) => cell.padStart(14)).join("")}`);

const asked = Number(process.argv[2] ?? 1_000_000);
if (!Number.isInteger(asked) || asked < fewCount) {
  throw new Error(`say how many domains others have, ${fewCount} or more: npm run bench:scale 20000`);
}
await runBench((cleanUp) => main(cleanUp, asked, process.argv[3] === "sweep"));
