import { type Db, installation } from "@zonepost/db";
import { eq, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

const key = "sending_limit_per_workspace";
/** The same as in the SQL that counts. */
const defaultWorkspaceLimit = 5_000;

/** The mail servers read the setting in the database. */
export async function storeWorkspaceLimit(db: Db, limit: number): Promise<void> {
  await db
    .insert(installation)
    .values({ key, value: limit })
    .onConflictDoUpdate({
      target: installation.key,
      set: { value: limit },
      setWhere: sql`${installation.value} <> ${JSON.stringify(limit)}::jsonb`,
    });
}

export async function readWorkspaceLimit(db: Queryable): Promise<number> {
  const [row] = await db.select().from(installation).where(eq(installation.key, key));
  return typeof row?.value === "number" ? row.value : defaultWorkspaceLimit;
}
