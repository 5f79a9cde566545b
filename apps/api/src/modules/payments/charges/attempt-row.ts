import { paymentAttempts, type Transaction } from "@zonepost/db";
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { storedActor } from "../../../kernel/actor.ts";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import type { PaymentRow } from "../model/payment-row.ts";
import type { IdAtProcessor } from "../ports.ts";
import { openStates, startedUntil } from "./policy.ts";

export type AttemptRow = typeof paymentAttempts.$inferSelect;

export const isOpenAttempt = inArray(paymentAttempts.state, [...openStates]);

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

const findAttemptBy =
  (column: typeof paymentAttempts.intentId | typeof paymentAttempts.pageId) =>
  async (db: Queryable, { processor, id }: IdAtProcessor): Promise<AttemptRow | undefined> => {
    const isOfProcessor = eq(paymentAttempts.processor, processor);
    const [row] = await db
      .select()
      .from(paymentAttempts)
      .where(and(eq(column, id), isOfProcessor));
    return row;
  };

export const findAttemptOfIntent = findAttemptBy(paymentAttempts.intentId);
export const findAttemptOfPage = findAttemptBy(paymentAttempts.pageId);

type NewAttempt = Pick<AttemptRow, "kind" | "processor" | "isOnSession" | "returnUrl"> &
  Partial<Pick<AttemptRow, "processorCardId">>;

/** Only with the payment's lock, and without another open attempt. */
export async function insertAttempt(
  tx: Transaction,
  ctx: Ctx,
  { id: paymentId, workspaceId }: PaymentRow,
  attempt: NewAttempt,
  now: Date,
): Promise<AttemptRow> {
  const [row] = await tx
    .insert(paymentAttempts)
    .values({
      id: newId(),
      workspaceId,
      paymentId,
      state: "starting",
      ...attempt,
      requestedBy: storedActor(ctx.actor),
      requestId: ctx.requestId,
      nextCheckAt: startedUntil(now),
      createdAt: now,
    })
    .returning();
  if (!row) {
    throw new Error("the payment attempt was not inserted");
  }
  return row;
}

/** Undefined if the attempt has left `starting` meanwhile. */
export async function leaveStarting(
  db: Queryable,
  { id }: AttemptRow,
  change: Partial<AttemptRow>,
): Promise<AttemptRow | undefined> {
  const [row] = await db
    .update(paymentAttempts)
    .set(change)
    .where(and(eq(paymentAttempts.id, id), eq(paymentAttempts.state, "starting")))
    .returning();
  return row;
}
