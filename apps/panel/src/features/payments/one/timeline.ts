import type { PaymentDetails } from "@zonepost/schema/panel";
import type { paymentStepTones } from "@zonepost/schema/status";

type Attempt = PaymentDetails["attempts"][number];
type Actor = Attempt["requestedBy"];

/** One step in the life of a payment. Its kind is also the key of its text. */
export type TimelineEntry = {
  at: string;
  kind: Exclude<keyof typeof paymentStepTones, "confirms">;
  by?: Actor | undefined;
  amountCents?: number | undefined;
  /** In the words of the bank or the processor. */
  reason?: string | undefined;
};

/** Everything that happened to a payment, the oldest first. */
export function timelineOf(details: PaymentDetails): TimelineEntry[] {
  const { order, attempts, disputes, refunds, confirmedAt } = details;
  const succeeded = attempts
    .filter(({ state }) => state === "succeeded")
    .toSorted((one, other) => endOf(one).localeCompare(endOf(other)));
  const entries: (TimelineEntry | undefined)[] = [
    { at: order.createdAt, kind: "ordered", by: order.requestedBy },
    ...attempts.flatMap((attempt) => [openingOf(attempt), declineOf(attempt), waitOf(attempt)]),
    ...succeeded.map(
      (attempt, index): TimelineEntry =>
        index === 0
          ? { at: details.receivedAt ?? endOf(attempt), kind: "received" }
          : { at: endOf(attempt), kind: "charged_twice" },
    ),
    order.state === "cancelled" && order.finishedAt !== null
      ? { at: order.finishedAt, kind: "order_canceled" }
      : undefined,
    ...disputes.flatMap(disputeEntries),
    ...refunds.flatMap(refundEntries),
    confirmedAt === null ? undefined : { at: confirmedAt, kind: "confirmed" },
  ];
  return entries
    .filter((entry) => entry !== undefined)
    .toSorted((one, other) => one.at.localeCompare(other.at));
}

const endOf = ({ finishedAt, createdAt }: Attempt) => finishedAt ?? createdAt;

const openingOf = ({ kind, state, createdAt, requestedBy }: Attempt): TimelineEntry | undefined =>
  kind === "page" && state !== "starting"
    ? { at: createdAt, kind: "page_opened", by: requestedBy }
    : undefined;

/** On a page, a person can try several cards: only the last decline is known. */
const declineOf = (attempt: Attempt): TimelineEntry | undefined =>
  attempt.failure === null || attempt.state === "succeeded"
    ? undefined
    : { at: endOf(attempt), kind: "declined", reason: attempt.failure.message, by: attempt.requestedBy };

function waitOf({ kind, state, createdAt, requestedBy: by }: Attempt): TimelineEntry | undefined {
  if (kind === "page") {
    return undefined;
  }
  if (state === "awaiting_customer") {
    return { at: createdAt, kind: "authentication", by };
  }
  return state === "starting" || state === "confirming" ? { at: createdAt, kind: "charging", by } : undefined;
}

function disputeEntries(dispute: PaymentDetails["disputes"][number]): TimelineEntry[] {
  const { kind, state, isInquiry, amountCents, openedAt, closedAt } = dispute;
  if (kind === "early_fraud_warning") {
    return [
      { at: openedAt, kind: "warning_opened" },
      ...(closedAt === null ? [] : [{ at: closedAt, kind: "warning_closed" } as const]),
    ];
  }
  const end = state === "won" || state === "lost" ? (`dispute_${state}` as const) : undefined;
  return [
    { at: openedAt, kind: isInquiry ? "inquiry_opened" : "dispute_opened", amountCents },
    ...(end && closedAt !== null ? [{ at: closedAt, kind: end }] : []),
  ];
}

/** A refund that the bank returned has succeeded before it failed, but only its end is known. */
function refundEntries(refund: PaymentDetails["refunds"][number]): TimelineEntry[] {
  const { state, amountCents, requestedBy: by, failure, createdAt, finishedAt } = refund;
  const at = finishedAt ?? createdAt;
  switch (state) {
    case "waiting":
    case "pending":
      return [{ at: createdAt, kind: `refund_${state}`, amountCents, by }];
    case "succeeded":
      return [{ at, kind: "refunded", amountCents, by }];
    case "failed":
      return failure?.code === "declined"
        ? [
            { at: createdAt, kind: "refund_waiting", amountCents, by },
            { at, kind: "refund_declined", amountCents },
          ]
        : [{ at, kind: "refund_failed", amountCents, by, reason: failure?.message }];
  }
}
