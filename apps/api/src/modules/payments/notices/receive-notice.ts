import type { Ctx } from "../../../kernel/ctx.ts";
import { forgetCustomer } from "../cards/forget-customer.ts";
import { findCardPage } from "../cards/pages/find-card-page.ts";
import { reconcileCardPage } from "../cards/pages/reconcile-card-page.ts";
import { findByProcessorId } from "../cards/payment-method-row.ts";
import { reconcileCard } from "../cards/reconcile-card.ts";
import { type AttemptRow, findAttemptOfIntent, findAttemptOfPage } from "../charges/attempt-row.ts";
import { settleAttempt } from "../charges/settle-attempt.ts";
import { listOpenPages, settleIntent } from "../charges/settle-intent.ts";
import { noticeRefused } from "../errors.ts";
import { reconcilePaidPayment } from "../paid-payments/reconcile-paid-payment.ts";
import {
  type IdAtProcessor,
  NoticeSignatureError,
  type PaymentPorts,
  type PaymentProcessor,
  type ProcessorNotice,
} from "../ports.ts";
import { findWorkspaceOfCustomer } from "../processor/find-customer.ts";
import { isNoticeHandled } from "../processor/record-notice.ts";

/** Any error makes the processor send the notice again, so a slow read isn't waited for. */
export async function receiveNotice(
  ctx: Ctx & PaymentPorts,
  sender: PaymentProcessor,
  sent: { body: string; signature: string | undefined },
): Promise<void> {
  const notice = readNotice(ctx, sender, sent);
  const { code: processor } = sender;
  const noticeId = { processor, id: notice.id };
  if (notice.subject === "other" || (await isNoticeHandled(ctx.db, noticeId))) {
    return;
  }
  switch (notice.subject) {
    case "page": {
      const page = await findCardPage(ctx.db, { processor, id: notice.pageId });
      const attempt = page ? undefined : await findAttemptOfPage(ctx.db, { processor, id: notice.pageId });
      await settleNoticed(ctx, noticeId, attempt ? [attempt] : []);
      return page && reconcileCardPage(ctx, page, { noticeId, isQuick: true });
    }
    case "intent":
      return settleNoticed(ctx, noticeId, await findAttempts(ctx, { processor, ...notice }));
    case "refund":
    case "dispute":
    case "fraud_warning":
      return reconcileNoticed(ctx, noticeId, notice.intentId);
    case "card": {
      const workspaceId = await findWorkspaceOfCard(ctx, { processor, ...notice });
      if (workspaceId !== undefined) {
        const { cardId } = notice;
        await reconcileCard(ctx, { workspaceId, processor, cardId, noticeId, isQuick: true });
      }
      return;
    }
    case "customer_deleted": {
      const { customerId } = notice;
      const workspaceId = await findWorkspaceOfCustomer(ctx.db, { processor, id: customerId });
      return workspaceId === undefined
        ? undefined
        : forgetCustomer(ctx, { workspaceId, processor, customerId, noticeId });
    }
  }
}

function readNotice(
  { clock }: Ctx,
  sender: PaymentProcessor,
  sent: { body: string; signature: string | undefined },
): ProcessorNotice {
  try {
    return sender.readNotice({ ...sent, now: clock.wallNow() });
  } catch (error) {
    throw error instanceof NoticeSignatureError ? noticeRefused(error) : error;
  }
}

async function findAttempts(
  { db }: Ctx,
  { processor, intentId, paymentId }: { processor: string; intentId: string; paymentId: string | null },
): Promise<AttemptRow[]> {
  const attempt = await findAttemptOfIntent(db, { processor, id: intentId });
  return attempt ? [attempt] : listOpenPages(db, paymentId);
}

async function settleNoticed(
  ctx: Ctx & PaymentPorts,
  noticeId: IdAtProcessor,
  attempts: readonly AttemptRow[],
): Promise<void> {
  for (const attempt of attempts) {
    await settleAttempt(ctx, attempt, { noticeId, isQuick: true });
  }
}

/** It can arrive before the notice of the payment, which is then recorded first. */
async function reconcileNoticed(
  ctx: Ctx & PaymentPorts,
  noticeId: IdAtProcessor,
  intentId: string | null,
): Promise<void> {
  const intent = intentId === null ? undefined : { processor: noticeId.processor, id: intentId };
  const paymentId = intent && (await settleIntent(ctx, intent, { isQuick: true }));
  if (paymentId !== undefined) {
    await reconcilePaidPayment(ctx, paymentId, { noticeId, isQuick: true });
  }
}

/** Undefined for a card of another program that uses the same account at the processor. */
async function findWorkspaceOfCard(
  { db }: Ctx,
  { processor, cardId, customerId }: { processor: string; cardId: string; customerId: string | null },
): Promise<string | undefined> {
  const row = await findByProcessorId(db, { processor, id: cardId });
  return (
    row?.workspaceId ??
    (customerId === null ? undefined : findWorkspaceOfCustomer(db, { processor, id: customerId }))
  );
}
