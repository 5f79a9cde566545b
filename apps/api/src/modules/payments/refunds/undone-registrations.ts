import { refunds, type Transaction } from "@zonepost/db";
import { and, eq, gte, isNull, lt, ne, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** Until the transaction ends, no other one counts for this workspace. The last lock that a transaction takes. */
export async function lockUndoneRegistrations(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`undone:${workspaceId}`}, 0))`);
}

/** The registrations that the workspace has undone in this time, and that were refunded without the operator. */
export async function countUndoneRegistrations(
  db: Queryable,
  workspaceId: string,
  { from, until }: { from: Date; until: Date },
): Promise<number> {
  return db.$count(
    refunds,
    and(
      eq(refunds.workspaceId, workspaceId),
      eq(refunds.reason, "domain_deleted"),
      gte(refunds.createdAt, from),
      lt(refunds.createdAt, until),
      ne(refunds.state, "waiting"),
      isNull(refunds.retryOfId),
      sql`${refunds.requestedBy} - 'id' <> '{"kind": "system", "name": "operator"}'`,
    ),
  );
}
