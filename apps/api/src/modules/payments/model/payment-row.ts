import { payments, type Transaction } from "@zonepost/db";
import type { Payment } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";

export type PaymentRow = typeof payments.$inferSelect;

export function paymentOfRow(row: PaymentRow): Payment {
  const isRunning = row.cooldownState === "running";
  return {
    id: publicId("pay", row.id),
    orderId: publicId("ord", row.orderId),
    status: row.status,
    amountCents: row.amountCents,
    taxCents: row.taxCents,
    refundedCents: row.refundedCents,
    currency: row.currency,
    createdAt: row.createdAt.toISOString(),
    receivedAt: row.receivedAt?.toISOString() ?? null,
    confirmsAt: (isRunning ? row.cooldownDueAt?.toISOString() : null) ?? null,
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    cooldown: row.cooldownState && {
      state: row.cooldownState,
      ...(row.pauseReason && { reason: row.pauseReason }),
    },
    card: row.card,
    failure: row.status === "failed" ? row.failure : null,
  };
}

/** What the panel's countdown shows of a cooldown that isn't running. */
export function stoppedCooldownOf(row: PaymentRow) {
  const isStopped = row.cooldownState === "paused" || row.cooldownState === "ended";
  const endsAt = row.cooldownState === "paused" ? row.cooldownDueAt : null;
  return {
    cooldownLeftMs: isStopped ? row.cooldownLeftMs : null,
    pauseEndsAt: endsAt?.toISOString() ?? null,
  };
}

/** The part of an event's data that all events of payments have. */
export const paymentInEvent = ({ id, amountCents, currency }: PaymentRow) => ({
  paymentId: publicId("pay", id),
  amountCents,
  currency,
});

/** Throws if there is none: its id came from another row. */
export async function readPayment(db: Queryable, id: string): Promise<PaymentRow> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  if (!row) {
    throw new Error(`there is no payment ${id}`);
  }
  return row;
}

/** Every change of a payment, and of what belongs to it, needs this lock. */
export async function lockPayment(tx: Transaction, id: string): Promise<PaymentRow> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for("update");
  if (!row) {
    throw new Error(`there is no payment ${id}`);
  }
  return row;
}

/** Only with its lock. */
export async function updatePayment(
  tx: Transaction,
  id: string,
  change: Partial<PaymentRow>,
): Promise<PaymentRow> {
  const [row] = await tx.update(payments).set(change).where(eq(payments.id, id)).returning();
  if (!row) {
    throw new Error(`the payment ${id} was not updated`);
  }
  return row;
}

/** A payment of the actor's workspace. Any other id gets the same 404. */
export async function getOwnPayment(ctx: WorkspaceCtx, id: string): Promise<PaymentRow> {
  const uuid = rowId("pay", id);
  const [row] = uuid
    ? await ctx.db
        .select()
        .from(payments)
        .where(and(eq(payments.id, uuid), eq(payments.workspaceId, ctx.actor.workspaceId)))
    : [];
  if (!row) {
    throw notFound();
  }
  return row;
}
