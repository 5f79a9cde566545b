import { paymentMethods } from "@zonepost/db";
import type { PaymentMethod } from "@zonepost/schema";
import { and, eq, isNull } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";
import type { IdAtProcessor } from "../ports.ts";

export type PaymentMethodRow = typeof paymentMethods.$inferSelect;

/** Every read and write for a caller has this condition. */
export const isSaved = isNull(paymentMethods.removedAt);

export const paymentMethodOfRow = (row: PaymentMethodRow): PaymentMethod => ({
  id: publicId("pmt", row.id),
  brand: row.brand,
  last4: row.last4,
  expiryMonth: row.expiryMonth,
  expiryYear: row.expiryYear,
  isDefault: row.isDefault,
  createdAt: row.createdAt.toISOString(),
});

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
