import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type postgres from "postgres";

const schemaLock = 7_305_100_910;

/** Creates the missing parts of the registry's schema. Safe if several registries start at once. */
export async function createSchema(sql: postgres.Sql): Promise<void> {
  const statements = await readFile(new URL("./schema.sql", import.meta.url), "utf8");
  const version = createHash("sha256").update(statements).digest("hex");
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${schemaLock})`;
    await tx`create schema if not exists registry`;
    await tx`create table if not exists registry.schema_versions (version text primary key)`;
    // "alter table" locks even if it changes nothing: a deadlock with another registry's seeding or commands.
    const applied = await tx`select 1 from registry.schema_versions where version = ${version}`;
    if (applied.length === 0) {
      await tx.unsafe(statements);
      await tx`delete from registry.schema_versions`;
      await tx`insert into registry.schema_versions (version) values (${version})`;
    }
  });
}
