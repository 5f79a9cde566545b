import type { OrderState } from "@zonepost/schema";

export type Origin = "request" | "renewal";

/** An order that holds something which another purchase wants. */
export type Holder = {
  state: OrderState;
  origin: Origin;
  /** A charge is being begun, or its outcome isn't known. A page or a bank that waits for a person doesn't count. */
  isBeingPaid: boolean;
};

/** `refuse`: the holder keeps it. `replace`: the purchase takes its place, once nothing can be paid for it any more. */
export type Contest = "refuse" | "replace";

/** The renewal sweep only takes the place of its own orders. */
export function contestOf({ state, origin, isBeingPaid }: Holder, buyer: Origin): Contest {
  const isWaiting = state === "awaiting_payment" && !isBeingPaid;
  return isWaiting && (buyer === "request" || origin === "renewal") ? "replace" : "refuse";
}
