import type { Refund, RefundInput, RefundPreview } from "@zonepost/schema";
import { storedActor } from "../../../kernel/actor.ts";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import { publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { findRegisteredDomain, undoRegistration } from "../../domains/index.ts";
import {
  getOwnPayment,
  listRefundsOfPayment,
  lockPayment,
  type PaymentRow,
  requestRefund,
  requireRefundable,
  sendRefund,
} from "../../payments/index.ts";
import { nothingToRefund, orderInProgress } from "../errors.ts";
import { type OrderLineRow, readLines, refundOfRow } from "../order-row.ts";
import { isOpenLine, waitOf } from "../policy.ts";
import type { OrderPorts } from "../ports.ts";
import { withdrawLines } from "./lines/end-line.ts";
import { readLeftCents } from "./lines/refund-line.ts";

type RefundCtx = WorkspaceCtx & OrderPorts;
type Wish = Pick<RefundInput, "amountCents" | "lineIds">;

/**
 * Returns money for lines, for an amount, or for everything that is left. A registration that its registry still
 * refunds is undone first: the deletion stores the refund of its line in its own transaction.
 */
export async function refundPayment(ctx: RefundCtx, id: string, wish: Wish): Promise<Refund[]> {
  requireRight(ctx.actor, "payments:write");
  const payment = await getOwnPayment(ctx, id);
  const before = new Set((await listRefundsOfPayment(ctx.db, payment.id)).map((refund) => refund.id));
  const { lines } = await planRefund(ctx.db, payment, wish);
  const undone = new Set<string>();
  for (const { line, domain } of await findUndoable(ctx, lines)) {
    await undoRegistration(ctx, domain);
    undone.add(line.id);
  }
  await refundRest(ctx, payment, wish, undone);
  const made = (await listRefundsOfPayment(ctx.db, payment.id)).filter((refund) => !before.has(refund.id));
  const sent = await Promise.all(made.map((refund) => sendRefund(ctx, refund.id)));
  return sent.map((refund) => refundOfRow(refund, payment));
}

/** Shows what would be refunded and undone. */
export async function previewRefund(ctx: RefundCtx, id: string, wish: Wish): Promise<RefundPreview> {
  requireRight(ctx.actor, "payments:write");
  const payment = await getOwnPayment(ctx, id);
  const { lines, amountCents } = await planRefund(ctx.db, payment, wish);
  const undoable = new Set((await findUndoable(ctx, lines)).map(({ line }) => line.id));
  const names = lines.filter(({ line }) => undoable.has(line.id)).map(({ line }) => line.domainName);
  return {
    dryRun: true,
    amountCents,
    currency: payment.currency,
    lines: lines.map(({ line, leftCents }) => ({
      lineId: publicId("orl", line.id),
      domainName: line.domainName,
      amountCents: leftCents,
      effect: effectOn(line, undoable),
    })),
    warnings: names.map((name) => ({
      code: "domain_deleted",
      message: `${name} is deleted, and anyone can register it immediately.`,
    })),
  };
}

function effectOn(
  line: OrderLineRow,
  undoable: ReadonlySet<string>,
): RefundPreview["lines"][number]["effect"] {
  if (isHeldLine(line)) {
    return "not_carried_out";
  }
  return undoable.has(line.id) ? "domain_deleted" : "money_only";
}

/** It waits for the confirmation of its payment. */
const isHeldLine = (line: OrderLineRow): boolean => waitOf("processing", line) !== null;

type PlannedLine = { line: OrderLineRow; leftCents: number };
type Plan = { lines: PlannedLine[]; amountCents: number };

async function planRefund(
  db: Queryable,
  payment: PaymentRow,
  { amountCents, lineIds }: Wish,
  undone: ReadonlySet<string> = new Set(),
): Promise<Plan> {
  await requireRefundable(db, payment, amountCents ?? 0);
  if (amountCents !== undefined) {
    return { lines: [], amountCents };
  }
  const all = await readLines(db, payment.orderId);
  // A line that is named twice is returned once.
  const chosen = lineIds
    ? [...new Set(lineIds.map((lineId, index) => requireLine(all, lineId, index)))]
    : all;
  if (chosen.some((line) => isOpenLine(line.state) && !isHeldLine(line))) {
    throw orderInProgress();
  }
  const rest = chosen.filter(({ id }) => !undone.has(id));
  const left = await readLeftCents(db, payment, rest);
  const lines = rest
    .map((line) => ({ line, leftCents: left.get(line.id) ?? 0 }))
    .filter(({ leftCents }) => leftCents > 0);
  if (lines.length === 0 && undone.size === 0) {
    throw nothingToRefund();
  }
  return { lines, amountCents: lines.reduce((sum, { leftCents }) => sum + leftCents, 0) };
}

function requireLine(all: readonly OrderLineRow[], lineId: string, index: number): OrderLineRow {
  const line = all.find(({ id }) => publicId("orl", id) === lineId);
  if (!line) {
    throw invalid([
      { pointer: `/lineIds/${index}`, message: "This line isn't part of the payment's order." },
    ]);
  }
  return line;
}

async function findUndoable(ctx: RefundCtx, lines: readonly PlannedLine[]) {
  const found = await Promise.all(
    lines.map(async ({ line }) => {
      const isBought = line.kind === "registration" && line.state === "completed";
      const domain = isBought ? await findRegisteredDomain(ctx, line.id) : undefined;
      return domain?.isUndoable ? [{ line, domain }] : [];
    }),
  );
  return found.flat();
}

/** Planned again under the payment's lock, so that two people can't return the same money. */
async function refundRest(
  ctx: RefundCtx,
  { id }: PaymentRow,
  wish: Wish,
  undone: ReadonlySet<string>,
): Promise<void> {
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, id);
    const { lines, amountCents } = await planRefund(tx, payment, wish, undone);
    if (amountCents === 0) {
      return;
    }
    const held = lines.map(({ line }) => line).filter(isHeldLine);
    if (held.length > 0) {
      await withdrawLines(tx, ctx, payment.orderId, held, now);
    }
    await requestRefund(
      tx,
      ctx,
      {
        payment,
        amountCents,
        lineAmounts: lines.map(({ line, leftCents }) => ({ lineId: line.id, amountCents: leftCents })),
        reason: "requested",
        requestedBy: storedActor(ctx.actor),
        requestId: ctx.requestId,
      },
      now,
    );
  });
}
