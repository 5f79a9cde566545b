import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { startEmbeddedServer } from "@zonepost/embedded-postgres";
import { placeForTests } from "@zonepost/embedded-postgres/testing-place";
import postgres from "postgres";
import { migrate } from "./migrate.ts";
import { dropDatabase } from "./testing-drop-database.ts";
import { adminUrlVariable, templateVariable } from "./testing-global-setup.ts";

/** A migrated, empty database for one test file or suite. */
export type TestDatabase = {
  url: string;
  /** Ends the remaining connections and drops the database. */
  drop(): Promise<void>;
};

const cloneLock = 7_305_100_483;

function required(name: string): string {
  const value = process.env[name];
  if (value) {
    return value;
  }
  throw new Error(
    "There is no test database: run vitest from the repository's root with `--project integration`.",
  );
}

async function asAdmin(work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(required(adminUrlVariable), { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Clones the run's migrated template in tens of milliseconds. Safe for concurrent workers. */
export function createTestDatabase(): Promise<TestDatabase> {
  const template = required(templateVariable);
  return createDatabase(async (sql, name) => {
    await sql`select pg_advisory_lock(${cloneLock})`;
    // Without a page of WAL for each page, which takes twice the time. Nothing has to survive a crash.
    await sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`;
  });
}

/** A copy of a test database as it is, which ends the connections to it: a stand-in for a backup that is restored. */
export const copyTestDatabase = (url: string): Promise<TestDatabase> =>
  createDatabase(async (sql, name) => {
    const original = new URL(url).pathname.slice(1);
    await sql`select pg_advisory_lock(${cloneLock})`;
    await sql`alter database ${sql(original)} allow_connections false`;
    try {
      await sql`select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = ${original}`;
      await sql`create database ${sql(name)} template ${sql(original)} strategy file_copy`;
    } finally {
      await sql`alter database ${sql(original)} allow_connections true`;
    }
  });

/** A database without any table. */
export const createEmptyDatabase = (): Promise<TestDatabase> =>
  createDatabase((sql, name) => sql`create database ${sql(name)}`);

/**
 * A migrated database on a server of its own, which can be stopped and started again on its port. Its `cluster` is the
 * folder of PostgreSQL's own files, in `parent`.
 */
export async function createStoppableDatabase({
  parent = placeForTests(),
  settings = {},
}: {
  parent?: string;
  settings?: Record<string, string>;
} = {}): Promise<TestDatabase & { cluster: string; stop(): Promise<void>; start(): Promise<void> }> {
  const dataDir = mkdtempSync(path.join(parent, "zonepost-stoppable-"));
  chmodSync(dataDir, 0o711);
  let server = await startEmbeddedServer({ dataDir, settings });
  const { url, port } = server;
  await migrate(url);
  return {
    url,
    cluster: path.join(dataDir, "cluster"),
    stop: () => server.stop(),
    async start() {
      server = await startEmbeddedServer({ dataDir, port, settings });
    },
    async drop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function createDatabase(
  create: (sql: postgres.Sql, name: string) => Promise<unknown>,
): Promise<TestDatabase> {
  const name = `${required(templateVariable)}_${randomBytes(6).toString("hex")}`;
  await asAdmin((sql) => create(sql, name));
  const url = new URL(required(adminUrlVariable));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => asAdmin((sql) => dropDatabase(sql, name)),
  };
}
