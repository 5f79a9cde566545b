import { apiKeys, type Transaction } from "@zonepost/db";
import { and, eq, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

type Key = { keyId: string; workspaceId: string };

type SpendingLimit = {
  limitCents: number;
  /** The key with those that it replaced, or was replaced by, in rolls: they share the limit. */
  keyIds: string[];
};

/** Null without a limit. */
export async function readSpendingLimit(
  db: Queryable,
  { keyId, workspaceId }: Key,
): Promise<SpendingLimit | null> {
  const [key] = await db
    .select({ limitCents: apiKeys.monthlyLimitCents })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.workspaceId, workspaceId)));
  if (!key || key.limitCents === null) {
    return null;
  }
  const rolled = await db.execute<{ id: string }>(sql`
    with recursive rolled as (
      select id, rolled_to_id from api_keys where id = ${keyId}
      union
      select k.id, k.rolled_to_id from api_keys k
        join rolled r on k.rolled_to_id = r.id or k.id = r.rolled_to_id
        where k.workspace_id = ${workspaceId}
    )
    select id from rolled order by id`);
  return { limitCents: key.limitCents, keyIds: rolled.map(({ id }) => id) };
}

/** The same, locked until the transaction ends: simultaneous orders are checked one after the other. */
export async function lockSpendingLimit(tx: Transaction, key: Key): Promise<SpendingLimit | null> {
  const limit = await readSpendingLimit(tx, key);
  const first = limit?.keyIds[0];
  if (first !== undefined) {
    await tx.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, first)).for("no key update");
  }
  return limit;
}
