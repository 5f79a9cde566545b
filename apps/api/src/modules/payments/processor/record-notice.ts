import { inboundNotices, type Transaction } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** False if the notice has been handled before. Only in the transaction of its effect. */
export async function recordNotice(tx: Transaction, id: string): Promise<boolean> {
  const recorded = await tx
    .insert(inboundNotices)
    .values({ id })
    .onConflictDoNothing()
    .returning({ id: inboundNotices.id });
  return recorded.length > 0;
}

export const isNoticeHandled = async (db: Queryable, id: string): Promise<boolean> =>
  (await db.$count(inboundNotices, eq(inboundNotices.id, id))) > 0;
