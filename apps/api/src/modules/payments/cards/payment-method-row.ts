import { paymentAttempts, paymentMethods } from "@zonepost/db";
import type { PaymentMethod } from "@zonepost/schema";
import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import type { IdAtProcessor } from "../ports.ts";

export type PaymentMethodRow = typeof paymentMethods.$inferSelect;

/** Every read and write for a caller has this condition. */
export const isSaved = isNull(paymentMethods.removedAt);

/** Cards as callers see them, each with why its last charge failed. */
export async function presentPaymentMethods(
  db: Queryable,
  rows: readonly PaymentMethodRow[],
): Promise<PaymentMethod[]> {
  const failures = await readLastFailures(db, rows);
  return rows.map((row) => ({
    id: publicId("pmt", row.id),
    brand: row.brand,
    last4: row.last4,
    expiryMonth: row.expiryMonth,
    expiryYear: row.expiryYear,
    isDefault: row.isDefault,
    createdAt: row.createdAt.toISOString(),
    lastFailure: failures.get(row.id) ?? null,
  }));
}

export async function presentPaymentMethod(db: Queryable, row: PaymentMethodRow): Promise<PaymentMethod> {
  const [presented] = await presentPaymentMethods(db, [row]);
  if (!presented) {
    throw new Error("the payment method was not presented");
  }
  return presented;
}

/** Of the cards whose last charge failed. */
async function readLastFailures(
  db: Queryable,
  rows: readonly PaymentMethodRow[],
): Promise<ReadonlyMap<string, PaymentMethod["lastFailure"]>> {
  if (rows.length === 0) {
    return new Map();
  }
  const last = await db
    .selectDistinctOn([paymentMethods.id], {
      id: paymentMethods.id,
      state: paymentAttempts.state,
      failure: paymentAttempts.failure,
      createdAt: paymentAttempts.createdAt,
      finishedAt: paymentAttempts.finishedAt,
    })
    .from(paymentMethods)
    .innerJoin(
      paymentAttempts,
      and(
        eq(paymentAttempts.processor, paymentMethods.processor),
        eq(paymentAttempts.processorCardId, paymentMethods.processorId),
        inArray(paymentAttempts.state, ["succeeded", "failed"]),
      ),
    )
    .where(
      inArray(
        paymentMethods.id,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(paymentMethods.id, desc(paymentAttempts.id));
  return new Map(
    last.flatMap(({ id, state, failure, finishedAt, createdAt }) =>
      state === "failed" && failure
        ? [[id, { ...failure, failedAt: (finishedAt ?? createdAt).toISOString() }]]
        : [],
    ),
  );
}

/** The card's name in the audit log. */
export const cardName = ({ brand, last4 }: Pick<PaymentMethodRow, "brand" | "last4">): string =>
  `${brand} ${last4}`;

/** A card that the actor's workspace has saved. Any other id gets the same 404. */
export async function getOwnPaymentMethod(
  db: Queryable,
  ctx: WorkspaceCtx,
  id: string,
): Promise<PaymentMethodRow> {
  const uuid = rowId("pmt", id);
  const [row] = uuid
    ? await db
        .select()
        .from(paymentMethods)
        .where(
          and(eq(paymentMethods.id, uuid), eq(paymentMethods.workspaceId, ctx.actor.workspaceId), isSaved),
        )
    : [];
  if (!row) {
    throw notFound();
  }
  return row;
}

export async function findByProcessorId(
  db: Queryable,
  { processor, id }: IdAtProcessor,
): Promise<PaymentMethodRow | undefined> {
  const [row] = await db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.processorId, id), eq(paymentMethods.processor, processor)));
  return row;
}
