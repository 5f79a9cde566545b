import type { OrderLineKind, OrderLineState, OrderState } from "@zonepost/schema";
import { dayMs } from "../../../kernel/durations.ts";

/** Drawn in `docs/orders.md`. */
export type OrderEvent = "pay" | "complete" | "complete_partly" | "fail" | "cancel";
export type OrderLineEvent =
  | "begin"
  | "complete"
  | "fail"
  | "refund"
  /** The bank returned the refund, of a line that had been completed or had failed. */
  | "return_to_completed"
  | "return_to_failed";

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
  refunded: { return_to_completed: "completed", return_to_failed: "failed" },
};

/** Undefined if the event changes nothing in this state. */
export const nextOrderState = (state: OrderState, event: OrderEvent): OrderState | undefined =>
  orderTransitions[state][event];

export const nextLineState = (state: OrderLineState, event: OrderLineEvent): OrderLineState | undefined =>
  lineTransitions[state][event];

export const openLineStates = ["pending", "running"] as const satisfies OrderLineState[];

export const isOpenLine = (state: OrderLineState): boolean =>
  openLineStates.some((openState) => openState === state);

/** What the sum of a line's refunds means for its state. */
export function refundEvent(line: Taxed & { refundedCents: number; failure: unknown }): OrderLineEvent {
  if (line.refundedCents > 0 && line.refundedCents >= withTax(line)) {
    return "refund";
  }
  return line.failure === null ? "return_to_completed" : "return_to_failed";
}

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

export const withTax = ({ priceCents, taxCents }: Taxed): number => priceCents + taxCents;

/** The total includes the tax. */
export const totalsOf = (lines: readonly Taxed[]): { totalCents: number; taxCents: number } => ({
  totalCents: lines.reduce((sum, line) => sum + withTax(line), 0),
  taxCents: lines.reduce((sum, { taxCents }) => sum + taxCents, 0),
});

type Subject = {
  kind: OrderLineKind;
  domainName: string;
  years: number | null;
  planSlug: string | null;
};

/** As on a receipt. */
export function lineInWords({ kind, domainName, years, planSlug }: Subject): string {
  const what = kind === "mail_plan" ? `Mail plan ${planSlug} for` : lineNames[kind];
  const term = years === null ? "" : `, ${years} ${years === 1 ? "year" : "years"}`;
  return `${what} ${domainName}${term}`;
}

const lineNames: Record<Exclude<OrderLineKind, "mail_plan">, string> = {
  registration: "Registration of",
  renewal: "Renewal of",
  restore: "Restore of",
  transfer_in: "Transfer of",
  settlement: "Settlement of a lost dispute for",
};

type Placed = { kind: OrderLineKind; domainName: string };

/** Lines that a setting holds until their payment is confirmed; mail waits with the domain that is bought with it. */
export function isHeldUntilConfirmed({ kind, domainName }: Placed, lines: readonly Placed[]): boolean {
  const isForHeldDomain = () =>
    lines.some((line) => line.kind === "registration" && line.domainName === domainName);
  return kind === "registration" || kind === "renewal" || (kind === "mail_plan" && isForHeldDomain());
}

/** Why a line hasn't begun; null if it can begin, or has. */
export function waitOf(
  orderState: OrderState,
  line: { state: OrderLineState; nextAttemptAt: Date | null },
): "payment" | "payment_confirmation" | null {
  if (orderState === "awaiting_payment") {
    return "payment";
  }
  const isHeld = orderState === "processing" && line.state === "pending" && line.nextAttemptAt === null;
  return isHeld ? "payment_confirmation" : null;
}

/** How long to wait for a registry that doesn't answer, once the line can begin. */
export const patienceMs = dayMs;

/** A line that can begin at once. */
export const lineTimes = (now: Date) => ({
  nextAttemptAt: now,
  givesUpAt: new Date(now.getTime() + patienceMs),
});

/** The calendar month (UTC) in which monthly limits count. */
export const calendarMonth = (now: Date): { from: Date; until: Date } => ({
  from: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())),
  until: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)),
});

type PaymentState = {
  status: string;
  cooldownState: string | null;
  cooldownDueAt: Date | null;
};

/** When a payment is expected to be confirmed, without a date while that is open. Null if nothing is left to confirm. */
export function confirmationOf(payment: PaymentState): { confirmsAt: Date | null } | null {
  if (payment.status !== "received" && payment.status !== "disputed") {
    return null;
  }
  const isRunning = payment.status === "received" && payment.cooldownState === "running";
  return { confirmsAt: isRunning ? payment.cooldownDueAt : null };
}
