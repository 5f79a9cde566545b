import type { OrderState } from "@zonepost/schema";
import { expect, it } from "vitest";
import { contestOf, type Origin } from "./policy.ts";

/** State and origin of the order that holds the thing, whether it is being paid, the buyer, and the outcome. */
const contests: [OrderState, Origin, boolean, Origin, "refuse" | "replace"][] = [
  // Only waiting for money: a page is open, the card was declined, the bank waits for a person.
  ["awaiting_payment", "request", false, "request", "replace"],
  ["awaiting_payment", "renewal", false, "request", "replace"],
  ["awaiting_payment", "renewal", false, "renewal", "replace"],
  ["awaiting_payment", "request", false, "renewal", "refuse"],
  // Being charged, or its outcome isn't known.
  ["awaiting_payment", "request", true, "request", "refuse"],
  ["awaiting_payment", "renewal", true, "request", "refuse"],
  ["awaiting_payment", "request", true, "renewal", "refuse"],
  ["awaiting_payment", "renewal", true, "renewal", "refuse"],
  // Received, free, held until its confirmation, or being carried out.
  ["processing", "request", false, "request", "refuse"],
  ["processing", "renewal", false, "request", "refuse"],
  ["processing", "request", false, "renewal", "refuse"],
  ["processing", "renewal", false, "renewal", "refuse"],
];

it.each(contests)(
  "an order in %s by a %s, being paid: %s, against a %s: %s",
  (state, origin, isBeingPaid, buyer, outcome) => {
    expect(contestOf({ state, origin, isBeingPaid }, buyer)).toBe(outcome);
  },
);
