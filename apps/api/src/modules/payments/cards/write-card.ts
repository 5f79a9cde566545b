import { paymentMethods, type StoredActor, type Transaction } from "@zonepost/db";
import { and, desc, eq, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import type { ProcessorCard } from "../ports.ts";
import { nextExpiryMailAt } from "./expiry/expiry-policy.ts";
import { cardName, isSaved, type PaymentMethodRow } from "./payment-method-row.ts";

// All of these need the workspace's lock, so that it has one default and no change is lost.

/** Who caused a change, if not the actor of the ctx. */
export type CausedBy = { actor: StoredActor; requestId: string | null };

type NewCard = { workspaceId: string; processor: string; card: ProcessorCard; now: Date };

export const nextVersion = sql`${paymentMethods.version} + 1`;

/** The first card becomes the default. */
export async function addCard(
  tx: Transaction,
  ctx: Ctx,
  input: NewCard & { addedBy: CausedBy },
): Promise<PaymentMethodRow> {
  const { workspaceId, now } = input;
  const hasDefault = await tx.$count(
    paymentMethods,
    and(eq(paymentMethods.workspaceId, workspaceId), paymentMethods.isDefault),
  );
  const row = await insertCard(tx, { ...input, isDefault: hasDefault === 0, removedAt: null });
  await audit(tx, ctx, {
    workspaceId,
    action: "payment_method.added",
    target: cardName(row),
    details: { id: publicId("pmt", row.id), isDefault: row.isDefault },
    occurredAt: now,
    ...input.addedBy,
  });
  return row;
}

/** Keeps a card out that was detached before we stored it. */
export const recordRemovedCard = (tx: Transaction, card: NewCard): Promise<PaymentMethodRow> =>
  insertCard(tx, { ...card, isDefault: false, removedAt: card.now });

async function insertCard(
  tx: Transaction,
  input: NewCard & { isDefault: boolean; removedAt: Date | null },
): Promise<PaymentMethodRow> {
  const { workspaceId, processor, card, isDefault, removedAt } = input;
  const { brand, last4, expiryMonth, expiryYear } = card;
  const [row] = await tx
    .insert(paymentMethods)
    .values({
      id: newId(),
      workspaceId,
      processor,
      processorId: card.id,
      brand,
      last4,
      expiryMonth,
      expiryYear,
      isDefault,
      removedAt,
      nextExpiryMailAt: removedAt === null ? nextExpiryMailAt(card, input.now) : null,
      createdAt: input.now,
    })
    .returning();
  if (!row) {
    throw new Error("the card was not inserted");
  }
  return row;
}

export async function updateCard(
  tx: Transaction,
  ctx: Ctx,
  { row, card, now }: { row: PaymentMethodRow; card: ProcessorCard; now: Date },
): Promise<void> {
  const { brand, last4, expiryMonth, expiryYear } = card;
  const isSameExpiry = row.expiryMonth === expiryMonth && row.expiryYear === expiryYear;
  await tx
    .update(paymentMethods)
    .set({
      brand,
      last4,
      expiryMonth,
      expiryYear,
      ...(isSameExpiry ? {} : { nextExpiryMailAt: nextExpiryMailAt(card, now) }),
      version: nextVersion,
    })
    .where(eq(paymentMethods.id, row.id));
  await audit(tx, ctx, {
    workspaceId: row.workspaceId,
    action: "payment_method.updated",
    target: cardName(card),
    details: { id: publicId("pmt", row.id), expiryMonth, expiryYear },
    occurredAt: now,
  });
}

/** If it was the default, the card added last becomes the default. */
export async function removeCard(
  tx: Transaction,
  ctx: Ctx,
  { row, now }: { row: PaymentMethodRow; now: Date },
): Promise<void> {
  await tx
    .update(paymentMethods)
    .set({ isDefault: false, removedAt: now, nextExpiryMailAt: null, version: nextVersion })
    .where(eq(paymentMethods.id, row.id));
  const removedBy = row.removalRequestedBy && {
    actor: row.removalRequestedBy,
    requestId: row.removalRequestId,
  };
  const [next] = row.isDefault
    ? await tx
        .select()
        .from(paymentMethods)
        .where(and(eq(paymentMethods.workspaceId, row.workspaceId), isSaved))
        .orderBy(desc(paymentMethods.id))
        .limit(1)
    : [];
  await audit(tx, ctx, {
    workspaceId: row.workspaceId,
    action: "payment_method.removed",
    target: cardName(row),
    details: { id: publicId("pmt", row.id), newDefault: next && cardName(next) },
    occurredAt: now,
    ...removedBy,
  });
  if (next) {
    await setDefault(tx, next);
  }
}

/** A workspace has at most one default, so the previous one is changed first. */
export async function setDefault(tx: Transaction, row: PaymentMethodRow): Promise<PaymentMethodRow> {
  await tx
    .update(paymentMethods)
    .set({ isDefault: false, version: nextVersion })
    .where(and(eq(paymentMethods.workspaceId, row.workspaceId), paymentMethods.isDefault));
  const [updated] = await tx
    .update(paymentMethods)
    .set({ isDefault: true, version: nextVersion })
    .where(eq(paymentMethods.id, row.id))
    .returning();
  if (!updated) {
    throw new Error("the card was not updated");
  }
  return updated;
}
