import { orderLines, type StoredActor, type Transaction } from "@zonepost/db";
import type { RefundEffect } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { undoRegistration } from "../../domains/index.ts";
import { takeBackPlan } from "../../mail/index.ts";
import {
  dropWaitingRefunds,
  listRefundsOfPayment,
  lockPayment,
  noteRefund,
  type PaymentRow,
  postGivenAway,
  type RefundRow,
  readPayment,
  requestRefund,
  sendRefund,
} from "../../payments/index.ts";
import { recheckRenewals, withdrawLines } from "../carrying-out/write-line.ts";
import type { OrderPorts } from "../ports.ts";
import type { PlannedLine } from "./policy.ts";
import type { KnownLine, Moment } from "./read-refundable-lines.ts";

export type RefundPlan = { lines: readonly KnownLine[]; planned: readonly PlannedLine[] };

type Making = {
  /**
   * Throws if the refund isn't allowed. Called again under the payment's lock, so that two people can't return the same
   * money; without the lines whose registration has been undone by then.
   */
  plan(moment: Moment): Promise<RefundPlan>;
  /** Throws if a registration mayn't be undone, in the transaction that begins its deletion. */
  beforeUndoing?(tx: Transaction, now: Date): Promise<void>;
  requestedBy: StoredActor;
  /** The operator's reason. */
  note?: string | undefined;
};

/**
 * Undoes the registrations of a plan: each deletion stores the refund of its line in its own transaction. Then takes back
 * mail plans, and stores one refund of the rest in the same transaction. Sends all of them.
 */
export async function makeRefunds(
  ctx: Ctx & OrderPorts,
  { id }: PaymentRow,
  { plan, beforeUndoing, requestedBy, note }: Making,
): Promise<RefundRow[]> {
  const before = new Set((await listRefundsOfPayment(ctx.db, id)).map((refund) => refund.id));
  const undone = new Set<string>();
  for (let isComplete = false; !isComplete; ) {
    const payment = await readPayment(ctx.db, id);
    const { lines, planned } = await plan({ db: ctx.db, payment, undone, now: await ctx.clock.now() });
    for (const { id: lineId } of planned.filter(({ effect }) => effect === "domain_deleted")) {
      const domainId = lines.find((line) => line.id === lineId)?.domainId;
      if (domainId !== undefined) {
        await undoRegistration(ctx, { id: domainId }, beforeUndoing);
        undone.add(lineId);
      }
    }
    isComplete =
      planned.every((line) => undone.has(line.id)) ||
      (await refundRest(ctx, id, { plan, requestedBy, note }, undone));
  }
  const made = (await listRefundsOfPayment(ctx.db, id)).filter((refund) => !before.has(refund.id));
  if (note !== undefined) {
    await ctx.db.transaction(async (tx) => {
      for (const refund of made.filter((each) => each.note === null)) {
        await noteRefund(tx, refund.id, note);
      }
    });
  }
  return Promise.all(made.map((refund) => sendRefund(ctx, refund.id)));
}

/** False if another refund has returned a part meanwhile, so that this one now undoes a registration. */
async function refundRest(
  ctx: Ctx & OrderPorts,
  paymentId: string,
  { plan, requestedBy, note }: Making,
  undone: ReadonlySet<string>,
): Promise<boolean> {
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    const { lines, planned } = await plan({ db: tx, payment, undone, now });
    if (planned.some(({ effect }) => effect === "domain_deleted")) {
      return false;
    }
    const amountCents = planned.reduce((sum, line) => sum + line.amountCents, 0);
    if (amountCents === 0) {
      return true;
    }
    const takenBack = await takeBackPlans(tx, ctx, { lines, planned }, now);
    const givenAway = new Set(
      planned
        .filter(({ id, effect }) => effect === "given_away" || (isOfPlan(effect) && !takenBack.has(id)))
        .map((line) => line.id),
    );
    const withdrawn = new Set(
      planned.filter(({ effect }) => effect === "not_carried_out").map((line) => line.id),
    );
    const held = lines.filter((line) => line.isHeld && withdrawn.has(line.id)).map(({ row }) => row);
    if (held.length > 0) {
      await withdrawLines(tx, ctx, payment.orderId, held, now);
    }
    await dropWaitingRefunds(tx, payment, new Set(planned.map((line) => line.id)));
    await requestRefund(
      tx,
      ctx,
      {
        payment,
        amountCents,
        lineAmounts: planned.map(({ id: lineId, amountCents: lineCents }) => ({
          lineId,
          amountCents: lineCents,
          ...(takenBack.has(lineId) ? { isTakenBack: true } : {}),
          ...(givenAway.has(lineId) ? { isGivenAway: true } : {}),
        })),
        reason: "requested",
        requestedBy,
        requestId: ctx.requestId,
        note,
      },
      now,
    );
    for (const { id: lineId, row } of lines.filter((line) => givenAway.has(line.id))) {
      const { domainName } = row;
      await postGivenAway(tx, { ...payment, paymentId, lineId, domainName }, now);
    }
    return true;
  });
}

const isOfPlan = (effect: RefundEffect): boolean => effect === "plan_ended" || effect === "plan_reverted";

/** The lines whose plan was taken back. A plan that has changed in this moment stays. */
async function takeBackPlans(
  tx: Transaction,
  ctx: Ctx & OrderPorts,
  { lines, planned }: RefundPlan,
  now: Date,
): Promise<Set<string>> {
  const takenBack = new Set<string>();
  const ids = planned.filter(({ effect }) => isOfPlan(effect)).map(({ id }) => id);
  for (const { id, row, plan } of lines.filter((line) => ids.includes(line.id))) {
    if (plan && (await takeBackPlan(tx, ctx, plan.refunded, now))) {
      takenBack.add(id);
      await tx.update(orderLines).set({ undoneAt: now }).where(eq(orderLines.id, id));
      await recheckRenewals(tx, row, now);
    }
  }
  return takenBack;
}
