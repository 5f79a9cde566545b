import { inboundNotices, type Transaction } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { IdAtProcessor } from "../ports.ts";

/** False if the notice has been handled before. Only in the transaction of its effect. */
export async function recordNotice(tx: Transaction, notice: IdAtProcessor): Promise<boolean> {
  const recorded = await tx
    .insert(inboundNotices)
    .values(notice)
    .onConflictDoNothing()
    .returning({ id: inboundNotices.id });
  return recorded.length > 0;
}

export const isNoticeHandled = async (db: Queryable, { processor, id }: IdAtProcessor): Promise<boolean> =>
  (await db.$count(inboundNotices, and(eq(inboundNotices.id, id), eq(inboundNotices.processor, processor)))) >
  0;
