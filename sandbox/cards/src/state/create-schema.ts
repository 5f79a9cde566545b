import { readFile } from "node:fs/promises";
import type postgres from "postgres";

const schemaLock = 7_305_100_911;

/** Creates the missing parts of the processor's schema. Safe if several processes start at once. */
export async function createSchema(sql: postgres.Sql): Promise<void> {
  const statements = await readFile(new URL("./schema.sql", import.meta.url), "utf8");
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${schemaLock})`;
    await tx.unsafe(statements);
  });
}
