import type { Refund, RefundRequestInput } from "@zonepost/schema";
import { storedActor } from "../../../kernel/actor.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { AppError } from "../../../kernel/errors.ts";
import { countTry, uncountTry } from "../../../kernel/limits/rate-limit.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { enqueueEmail, readWorkspaceForEmail } from "../../accounts/index.ts";
import {
  getOwnPayment,
  listRefundsOfPayment,
  lockPayment,
  type PaymentRow,
  type RefundRow,
  requestRefund,
  requireProcessor,
  requireRefundable,
} from "../../payments/index.ts";
import { nothingToRefund, refundAlreadyRequested, refundRequestsExceeded } from "../errors.ts";
import { refundOfRow } from "../model/order-row.ts";
import type { OrderPorts } from "../ports.ts";
import { planLines } from "./policy.ts";
import {
  type Moment,
  presentMoment,
  readRefundableLines,
  requireEnded,
  requireLineId,
} from "./read-refundable-lines.ts";
import { refundRequestedEmail } from "./refund-requested-email.ts";

type RequestCtx = WorkspaceCtx & OrderPorts;

/** Each is emailed to the operator. */
export const refundRequestsPerDay = 20;

/** Asks the operator for a refund: no money moves, and none is reserved. A payment has one request. */
export async function requestFromOperator(
  ctx: RequestCtx,
  id: string,
  { lineIds, reason }: RefundRequestInput,
): Promise<Refund> {
  requireRight(ctx.actor, "payments:write");
  const { id: paymentId } = await getOwnPayment(ctx, id);
  requireProcessor(ctx);
  const tries = {
    bucket: `refund_requests:${ctx.actor.workspaceId}`,
    periodMs: dayMs,
    now: ctx.clock.wallNow(),
  };
  const { used, resetSeconds } = await countTry(ctx.db, tries);
  if (used > refundRequestsPerDay) {
    throw refundRequestsExceeded(refundRequestsPerDay, resetSeconds);
  }
  try {
    return await store(ctx, paymentId, { lineIds, reason });
  } catch (error) {
    await uncountTry(ctx.db, tries);
    throw error;
  }
}

async function store(
  ctx: RequestCtx,
  paymentId: string,
  { lineIds, reason }: RefundRequestInput,
): Promise<Refund> {
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    const { lines, planned, amountCents } = await planRequest(ctx, { db: tx, payment, now }, lineIds);
    const row = await requestRefund(
      tx,
      ctx,
      {
        payment,
        amountCents,
        lineAmounts: planned.map((line) => ({ lineId: line.id, amountCents: line.amountCents })),
        reason: "requested",
        requestedBy: storedActor(ctx.actor),
        requestId: ctx.requestId,
        note: reason,
        isWaiting: true,
      },
      now,
    );
    if (ctx.operatorEmail !== undefined) {
      const workspaceName = (await readWorkspaceForEmail(tx, payment.workspaceId))?.name ?? "";
      const ordered = lines.filter((line) => planned.some(({ id: lineId }) => lineId === line.id));
      const email = refundRequestedEmail({
        refund: row,
        payment,
        lines: ordered.map((line) => line.row),
        workspaceName,
        panelUrl: ctx.panelUrl,
      });
      await enqueueEmail(tx, ctx, { ...email, to: ctx.operatorEmail }, now);
    }
    return refundOfRow(row, payment);
  });
}

/** What a request asks for. Throws if it would be refused. */
async function planRequest(
  ctx: RequestCtx,
  { db, payment, now }: Omit<Moment, "undone">,
  lineIds: RefundRequestInput["lineIds"],
) {
  if ((await listRefundsOfPayment(db, payment.id)).some(isRequest)) {
    throw refundAlreadyRequested();
  }
  await requireRefundable(db, payment, 0);
  const lines = await readRefundableLines(ctx, { db, payment, now });
  const wish = {
    lineIds: lineIds?.map((lineId, index) => requireLineId(lines, lineId, `/lineIds/${index}`)),
  };
  requireEnded(lines, wish);
  const planned = planLines(lines, wish);
  const amountCents = planned.reduce((sum, line) => sum + line.amountCents, 0);
  if (amountCents === 0) {
    throw nothingToRefund();
  }
  return { lines, planned, amountCents };
}

/** One that was declined isn't repeated. */
const isRequest = ({ state, reason, failure }: RefundRow): boolean =>
  reason === "requested" && (state === "waiting" || failure?.code === "declined");

/** For the panel: whether a request would be accepted. */
export async function mayRequestRefund(ctx: RequestCtx, payment: PaymentRow): Promise<boolean> {
  try {
    await planRequest(ctx, await presentMoment(ctx, payment), undefined);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.kind === "conflict") {
      return false;
    }
    throw error;
  }
}
