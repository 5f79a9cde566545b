import type { OrderLineState, OrderState } from "@zonepost/schema";

/** Drawn in `docs/orders.md`. */
export type OrderEvent = "pay" | "complete" | "complete_partly" | "fail" | "cancel";
export type OrderLineEvent = "begin" | "complete" | "fail" | "refund";

const orderTransitions: Record<OrderState, Partial<Record<OrderEvent, OrderState>>> = {
  awaiting_payment: { pay: "processing", cancel: "cancelled" },
  processing: { complete: "completed", complete_partly: "partly_completed", fail: "failed" },
  completed: {},
  partly_completed: {},
  failed: {},
  cancelled: {},
};

/** A line is refunded once its whole price has been returned; a part of it leaves its state alone. */
const lineTransitions: Record<OrderLineState, Partial<Record<OrderLineEvent, OrderLineState>>> = {
  pending: { begin: "running", fail: "failed" },
  running: { complete: "completed", fail: "failed" },
  completed: { refund: "refunded" },
  failed: { refund: "refunded" },
  refunded: {},
};

/** Undefined if the event changes nothing in this state. */
export const nextOrderState = (state: OrderState, event: OrderEvent): OrderState | undefined =>
  orderTransitions[state][event];

export const nextLineState = (state: OrderLineState, event: OrderLineEvent): OrderLineState | undefined =>
  lineTransitions[state][event];

const isOpenLine = (state: OrderLineState): boolean => state === "pending" || state === "running";

/** How an order ends; undefined while a line is open. A refunded line may have been completed before. */
export function orderEnding(
  lines: readonly { state: OrderLineState; failure: unknown }[],
): OrderEvent | undefined {
  if (lines.some(({ state }) => isOpenLine(state))) {
    return undefined;
  }
  const failed = lines.filter(({ failure }) => failure !== null).length;
  if (failed === 0) {
    return "complete";
  }
  return failed === lines.length ? "fail" : "complete_partly";
}

type Taxed = { priceCents: number; taxCents: number };

const withTax = ({ priceCents, taxCents }: Taxed): number => priceCents + taxCents;

/** The total includes the tax. */
export const totalsOf = (lines: readonly Taxed[]): { totalCents: number; taxCents: number } => ({
  totalCents: lines.reduce((sum, line) => sum + withTax(line), 0),
  taxCents: lines.reduce((sum, { taxCents }) => sum + taxCents, 0),
});
