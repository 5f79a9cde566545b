import { paymentAttempts, type Transaction } from "@zonepost/db";
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

export type AttemptRow = typeof paymentAttempts.$inferSelect;

export const isOpenAttempt = inArray(paymentAttempts.state, ["starting", "confirming", "awaiting_customer"]);

export async function readAttempt(db: Queryable, id: string): Promise<AttemptRow> {
  const [row] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.id, id));
  if (!row) {
    throw new Error(`there is no payment attempt ${id}`);
  }
  return row;
}

export const listOpenAttempts = (db: Queryable, paymentId: string): Promise<AttemptRow[]> =>
  db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.paymentId, paymentId), isOpenAttempt))
    .orderBy(asc(paymentAttempts.id));

/** Whether a charge has begun and its outcome isn't known. A page or a bank that waits for a person doesn't count. */
export async function isBeingCharged(db: Queryable, paymentId: string): Promise<boolean> {
  return (await listOpenAttempts(db, paymentId)).some(({ state }) => state !== "awaiting_customer");
}

/** The last charge that scheduled work has tried, without a person. */
export async function findAutomaticCharge(
  db: Queryable,
  paymentId: string,
): Promise<Pick<AttemptRow, "state" | "failure" | "createdAt"> | undefined> {
  const { state, failure, createdAt } = paymentAttempts;
  const [last] = await db
    .select({ state, failure, createdAt })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.paymentId, paymentId),
        eq(paymentAttempts.kind, "card"),
        sql`${paymentAttempts.requestedBy} ->> 'kind' = 'system'`,
      ),
    )
    .orderBy(desc(paymentAttempts.id))
    .limit(1);
  return last;
}

export async function findAttemptOfIntent(db: Queryable, intentId: string): Promise<AttemptRow | undefined> {
  const [row] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.intentId, intentId));
  return row;
}

export async function findAttemptOfPage(db: Queryable, pageId: string): Promise<AttemptRow | undefined> {
  const [row] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.pageId, pageId));
  return row;
}

/** Undefined if the attempt has left that state meanwhile. Only with the payment's lock. */
export async function moveAttempt(
  tx: Transaction,
  { id, from }: { id: string; from: AttemptRow["state"] },
  change: Partial<AttemptRow>,
): Promise<AttemptRow | undefined> {
  const [row] = await tx
    .update(paymentAttempts)
    .set(change)
    .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.state, from)))
    .returning();
  return row;
}
