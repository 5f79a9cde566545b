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
import { NoticeSignatureError, type PaymentPorts, type ProcessorNotice } from "../ports.ts";
import { requireProcessor } from "../processor/call-processor.ts";
import { findWorkspaceOfCustomer } from "../processor/find-customer.ts";
import { isNoticeHandled } from "../processor/record-notice.ts";

/** Any error makes the processor send the notice again, so a slow read isn't waited for. */
export async function receiveNotice(
  ctx: Ctx & PaymentPorts,
  sent: { body: string; signature: string | undefined },
): Promise<void> {
  const notice = readNotice(ctx, sent);
  if (notice.subject === "other" || (await isNoticeHandled(ctx.db, notice.id))) {
    return;
  }
  switch (notice.subject) {
    case "page": {
      const page = await findCardPage(ctx.db, notice.pageId);
      const attempt = page ? undefined : await findAttemptOfPage(ctx.db, notice.pageId);
      await settleNoticed(ctx, notice.id, attempt ? [attempt] : []);
      return page && reconcileCardPage(ctx, page, { noticeId: notice.id, isQuick: true });
    }
    case "intent":
      return settleNoticed(ctx, notice.id, await findAttempts(ctx, notice));
    case "refund":
    case "dispute":
    case "fraud_warning":
      return reconcileNoticed(ctx, notice.id, notice.intentId);
    case "card": {
      const workspaceId = await findWorkspaceOfCard(ctx, notice);
      if (workspaceId !== undefined) {
        const { id: noticeId, cardId } = notice;
        await reconcileCard(ctx, { workspaceId, cardId, noticeId, isQuick: true });
      }
      return;
    }
    case "customer_deleted": {
      const { id: noticeId, customerId } = notice;
      const workspaceId = await findWorkspaceOfCustomer(ctx.db, customerId);
      return workspaceId === undefined
        ? undefined
        : forgetCustomer(ctx, { workspaceId, customerId, noticeId });
    }
  }
}

function readNotice(
  ctx: Ctx & PaymentPorts,
  sent: { body: string; signature: string | undefined },
): ProcessorNotice {
  try {
    return requireProcessor(ctx).readNotice({ ...sent, now: ctx.clock.wallNow() });
  } catch (error) {
    throw error instanceof NoticeSignatureError ? noticeRefused(error) : error;
  }
}

async function findAttempts(
  { db }: Ctx,
  { intentId, paymentId }: { intentId: string; paymentId: string | null },
): Promise<AttemptRow[]> {
  const attempt = await findAttemptOfIntent(db, intentId);
  return attempt ? [attempt] : listOpenPages(db, paymentId);
}

async function settleNoticed(
  ctx: Ctx & PaymentPorts,
  noticeId: string,
  attempts: readonly AttemptRow[],
): Promise<void> {
  for (const attempt of attempts) {
    await settleAttempt(ctx, attempt, { noticeId, isQuick: true });
  }
}

/** It can arrive before the notice of the payment, which is then recorded first. */
async function reconcileNoticed(
  ctx: Ctx & PaymentPorts,
  noticeId: string,
  intentId: string | null,
): Promise<void> {
  const paymentId = intentId === null ? undefined : await settleIntent(ctx, intentId, { isQuick: true });
  if (paymentId !== undefined) {
    await reconcilePaidPayment(ctx, paymentId, { noticeId, isQuick: true });
  }
}

/** Undefined for a card of another program that uses the same account at the processor. */
async function findWorkspaceOfCard(
  { db }: Ctx,
  { cardId, customerId }: { cardId: string; customerId: string | null },
): Promise<string | undefined> {
  const row = await findByProcessorId(db, cardId);
  return row?.workspaceId ?? (customerId === null ? undefined : findWorkspaceOfCustomer(db, customerId));
}
