import type { PaymentMethod } from "@zonepost/schema";
import type { TestCardInput } from "@zonepost/schema/sandbox";
import { storedActor } from "../kernel/actor.ts";
import type { Ctx, WorkspaceCtx } from "../kernel/ctx.ts";
import { AppError } from "../kernel/errors.ts";
import { requireRight } from "../kernel/rights.ts";
import {
  callProcessor,
  ensureCustomer,
  makeDefault,
  type PaymentPorts,
  presentPaymentMethod,
  reconcileCard,
  requireProcessor,
  type TestCards,
} from "../modules/payments/index.ts";

export type TestCardPorts = PaymentPorts & {
  /** Null without the sandbox's card processor. */
  testCards: TestCards | null;
};

export function requireTestCards({ testCards }: TestCardPorts): TestCards {
  if (!testCards) {
    throw new AppError(
      "conflict",
      "payments_off",
      "This sandbox runs without its card processor, so payments are off. To save test cards, start it without PAYMENTS=off.",
    );
  }
  return testCards;
}

/** Saves a card as if it had been entered on the hosted page. Its number is passed on, and neither stored nor logged. */
export async function addTestCard(
  ctx: Ctx & TestCardPorts,
  { workspaceId, number }: { workspaceId: string; number: TestCardInput["number"] },
): Promise<PaymentMethod> {
  const testCards = requireTestCards(ctx);
  const customerId = await ensureCustomer(ctx, workspaceId);
  const cardId = await callProcessor(() => testCards.saveCard(customerId, number));
  const { code: processor } = requireProcessor(ctx);
  const addedBy = { actor: storedActor(ctx.actor), requestId: ctx.requestId };
  const row = await reconcileCard(ctx, { workspaceId, processor, cardId, addedBy });
  if (!row) {
    throw new Error("the card processor did not keep the card");
  }
  return presentPaymentMethod(ctx.db, row);
}

export async function saveTestCard(
  ctx: WorkspaceCtx & TestCardPorts,
  input: TestCardInput,
): Promise<PaymentMethod> {
  requireRight(ctx.actor, "payments:write");
  const card = await addTestCard(ctx, { workspaceId: ctx.actor.workspaceId, number: input.number });
  return input.default && !card.isDefault ? makeDefault(ctx, { id: card.id }) : card;
}
