import { createHash } from "node:crypto";
import type { Sql, TransactionSql } from "postgres";
import { describeSchema, schemas } from "./describe-schema.ts";
import type { Migration } from "./read-migrations.ts";

/** The last commit with the migrations that the baseline replaces, and the SHA-256 of their hashes in order. */
const former = {
  commit: "790687e0b37b1a27476140baf4e531b42714e3f0",
  migrations: "bdee4be3183d1c49a0b16c771d20e6d9c45fe6b64819a00fc604667e2e42bbaf",
};

const mostNamed = 50;

/** The database isn't one that this version can migrate. Nothing was changed. */
export class UnknownSchemaError extends Error {}

/**
 * Marks a database that has exactly the former migrations, and the schema that they make, as being at the baseline, in
 * one transaction. Refuses any other one with tables of ours. Others are left to the migrations.
 */
export async function moveToBaseline(client: Sql, baseline: Migration): Promise<void> {
  await client.begin(async (tx) => {
    const applied = await listApplied(tx);
    // As drizzle does it: by the time of a migration, not its text.
    if (applied.some(({ at }) => Number(at) === baseline.atMs)) {
      return;
    }
    const hashes = applied.map(({ hash }) => hash).join("\n");
    if (createHash("sha256").update(hashes).digest("hex") === former.migrations) {
      await requireSameSchema(tx, baseline);
      await tx`delete from drizzle.__drizzle_migrations`;
      await tx`
        insert into drizzle.__drizzle_migrations (hash, created_at) values (${baseline.hash}, ${baseline.atMs})`;
    } else if (await hasOurTables(tx)) {
      throw new UnknownSchemaError(
        `The database's migrations aren't those from which this version continues. Start commit ${former.commit} once, then this version. Nothing was changed.`,
      );
    }
  });
}

async function listApplied(tx: TransactionSql): Promise<{ hash: string; at: string }[]> {
  const [{ exists } = { exists: false }] = await tx<{ exists: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  return exists
    ? await tx`select hash, created_at as at from drizzle.__drizzle_migrations order by created_at, id`
    : [];
}

/** Every version has this table. Names such as "users" may be another application's. */
async function hasOurTables(tx: TransactionSql): Promise<boolean> {
  const [row] = await tx<
    { found: boolean }[]
  >`select to_regclass('public.business_clock') is not null as found`;
  return row?.found === true;
}

async function requireSameSchema(tx: TransactionSql, baseline: Migration): Promise<void> {
  const present = await describeSchema(tx);
  const fresh = await describeFresh(tx, baseline);
  const differences = [...new Set([...fresh.keys(), ...present.keys()])]
    .filter((name) => present.get(name) !== fresh.get(name))
    .map(
      (name) => `${name} ${!present.has(name) ? "is missing" : fresh.has(name) ? "differs" : "was added"}`,
    );
  if (differences.length > 0) {
    const more = differences.length - mostNamed;
    const named = differences.slice(0, mostNamed).join(", ") + (more > 0 ? ` and ${more} others` : "");
    throw new UnknownSchemaError(
      `The database has the migrations of commit ${former.commit}, but not its schema: ${named}. Nothing was changed.`,
    );
  }
}

/**
 * Runs the baseline beside the renamed schemas, and undoes both: on the same server, a definition always reads the same.
 * Other sessions see nothing of it. The role needs no more than the database.
 */
async function describeFresh(tx: TransactionSql, baseline: Migration): Promise<Map<string, string>> {
  await tx`savepoint fresh`;
  const present = await tx<{ name: string }[]>`
    select nspname as name from pg_namespace where nspname = any (${schemas})`;
  for (const { name } of present) {
    await tx`alter schema ${tx(name)} rename to ${tx(`${name}_before_baseline`)}`;
  }
  await tx`create schema public`;
  await tx`set local search_path = public`;
  for (const statement of baseline.statements) {
    await tx.unsafe(statement);
  }
  const fresh = await describeSchema(tx);
  await tx`rollback to savepoint fresh`;
  return fresh;
}
