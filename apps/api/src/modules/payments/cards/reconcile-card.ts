import type { Transaction } from "@zonepost/db";
import type { Ctx } from "../../../kernel/ctx.ts";
import { lockWorkspace } from "../../accounts/index.ts";
import type { IdAtProcessor, PaymentPorts, ProcessorCard, ReadOptions } from "../ports.ts";
import { callProcessor, requireProcessor } from "../processor/call-processor.ts";
import { findCustomerId } from "../processor/find-customer.ts";
import { recordNotice } from "../processor/record-notice.ts";
import { findByProcessorId, type PaymentMethodRow } from "./payment-method-row.ts";
import { cardChangeOf } from "./policy.ts";
import { addCard, type CausedBy, recordRemovedCard, removeCard, updateCard } from "./write-card.ts";

const maxAttempts = 5;

type Reconciling = ReadOptions & {
  workspaceId: string;
  processor: string;
  /** The processor's id. */
  cardId: string;
  /** The notice that caused this; it has no effect if it was handled before. */
  noticeId?: IdAtProcessor | undefined;
  /** Who added the card. Without it, an unknown card is left alone. */
  addedBy?: CausedBy;
  /** Also written in the transaction, with our row of the card if there is one. */
  whenStored?: (tx: Transaction, row: PaymentMethodRow | undefined) => Promise<void>;
};

/**
 * Reads a card from the processor and writes any difference to our row, in one transaction. If the row has changed
 * during the read, the card is read again, so an older state never replaces a newer one.
 */
export async function reconcileCard(
  ctx: Ctx & PaymentPorts,
  target: Reconciling,
): Promise<PaymentMethodRow | undefined> {
  const processor = requireProcessor(ctx, target);
  const idAtProcessor = { processor: target.processor, id: target.cardId };
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const before = await findByProcessorId(ctx.db, idAtProcessor);
    const card = await callProcessor(() => processor.readCard(target.cardId, target));
    const now = await ctx.clock.now();
    const result = await ctx.db.transaction(async (tx) => {
      await lockWorkspace(tx, target.workspaceId);
      const row = await findByProcessorId(tx, idAtProcessor);
      if (row?.version !== before?.version) {
        return "changed meanwhile";
      }
      if (target.noticeId !== undefined && !(await recordNotice(tx, target.noticeId))) {
        return { row };
      }
      const stored = await applyChange(tx, ctx, { ...target, row, card, now });
      await target.whenStored?.(tx, stored);
      return { row: stored };
    });
    if (result !== "changed meanwhile") {
      return result.row;
    }
  }
  throw new Error("the card kept changing while it was read");
}

async function applyChange(
  tx: Transaction,
  ctx: Ctx,
  input: Reconciling & { row: PaymentMethodRow | undefined; card: ProcessorCard | null; now: Date },
): Promise<PaymentMethodRow | undefined> {
  const { workspaceId, processor, row, card, addedBy, now } = input;
  const customerId = await findCustomerId(tx, input);
  const change = cardChangeOf(row, card, { customerId, mayAdd: addedBy !== undefined });
  if (change === "remove" && row) {
    await removeCard(tx, ctx, { row, now });
  } else if (change === "update" && row && card) {
    await updateCard(tx, ctx, { row, card, now });
  } else if (change === "record_removed" && card) {
    await recordRemovedCard(tx, { workspaceId, processor, card, now });
  } else if (change === "add" && card && addedBy) {
    return addCard(tx, ctx, { workspaceId, processor, card, now, addedBy });
  }
  return findByProcessorId(tx, { processor, id: input.cardId });
}
