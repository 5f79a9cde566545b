import type { OrderLineInput, OrderState } from "@zonepost/schema";
import { expect, it } from "vitest";
import { contestOf, isForNewName, type Origin, thingOf } from "./policy.ts";

const name = "example.com";
const line = (given: object) => given as OrderLineInput;
const expiry = "2027-03-01T09:30:00.000Z";

it.each([
  [line({ kind: "registration", name }), "name:example.com"],
  [line({ kind: "transfer_in", name }), "name:example.com"],
  [line({ kind: "restore", name }), "name:example.com"],
  [line({ kind: "renewal", name, currentExpiresAt: expiry }), `renewal:example.com:${expiry}`],
  [
    line({ kind: "renewal", name, currentExpiresAt: "2027-03-01T09:30:00Z" }),
    `renewal:example.com:${expiry}`,
  ],
  [
    line({ kind: "renewal", name, currentExpiresAt: "2027-03-01T10:30:00+01:00" }),
    `renewal:example.com:${expiry}`,
  ],
  [line({ kind: "mail_plan", domainName: name, planSlug: "pro" }), "mail_plan:example.com"],
  [
    line({ kind: "mail_plan", domainName: name, planSlug: "starter", currentExpiresAt: expiry }),
    "mail_plan:example.com",
  ],
])("the line %j holds %s", (given, thing) => {
  expect(thingOf(given)).toBe(thing);
});

it.each([
  ["registration", true],
  ["transfer_in", true],
  ["renewal", false],
  ["restore", false],
  ["mail_plan", false],
] as const)("%s: whether it is held against other workspaces is %s", (kind, isHeld) => {
  expect(isForNewName({ kind })).toBe(isHeld);
});

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
