import type { Order, OrderLine } from "@zonepost/schema";
import { orderLineStateTable, orderStateTable } from "@zonepost/schema/status";

export const isUnpaid = ({ state }: Pick<Order, "state">) => state === "awaiting_payment";

type Line = Pick<OrderLine, "kind" | "state" | "failure">;

const openStates: readonly Line["state"][] = ["pending", "running"];

/** A line's state: its tone, and the key of its text. */
export function lineStatus({ kind, state, failure }: Line, order: Pick<Order, "state">) {
  if (order.state === "cancelled") {
    return { tone: orderStateTable.cancelled.tone, key: "line_canceled" } as const;
  }
  const { tone } = orderLineStateTable[state];
  switch (state) {
    case "pending":
      return { tone, key: isUnpaid(order) ? "line_unpaid" : "line_waiting" } as const;
    case "running":
      return { tone, key: `running_${kind}` } as const;
    case "completed":
      return { tone, key: `done_${kind}` } as const;
    case "failed":
      return { tone, key: "line_failed" } as const;
    case "refunded":
      return failure === null
        ? ({ tone, key: "line_refunded" } as const)
        : ({ tone: orderLineStateTable.failed.tone, key: "line_failedRefunded" } as const);
  }
}

export const endedLines = (lines: readonly Line[]): number =>
  lines.filter(({ state }) => !openStates.includes(state)).length;

/** The domains of an order, each once, in the order of its lines. */
export const namesOfOrder = ({ lines }: { lines: readonly { domainName: string }[] }): string[] => [
  ...new Set(lines.map(({ domainName }) => domainName)),
];

const processingMs = 2_000;
const chargingMs = 3_000;
const unpaidMs = 15_000;
const refundingMs = 10_000;
const mostRefundChecks = 30;

type Followed = Pick<Order, "state" | "paymentId"> & { lines: readonly Line[]; isBeingCharged: boolean };

/** How soon an open order is read again: the sooner, the sooner it can change. False once nothing is expected. */
export function nextReadMs(order: Followed, readCount: number): number | false {
  switch (order.state) {
    case "processing":
      return processingMs;
    case "awaiting_payment":
      return order.isBeingCharged ? chargingMs : unpaidMs;
    default: {
      const isRefunding = order.paymentId !== null && order.lines.some(({ state }) => state === "failed");
      return isRefunding && order.state !== "cancelled" && readCount < mostRefundChecks ? refundingMs : false;
    }
  }
}
