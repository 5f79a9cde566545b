import { type OrderLineState, type OrderState, orderLineStates, orderStates } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import {
  confirmationOf,
  isHeldUntilConfirmed,
  lineInWords,
  nextLineState,
  nextOrderState,
  type OrderEvent,
  type OrderLineEvent,
  orderEnding,
  totalsOf,
  waitOf,
} from "./policy.ts";

/** A repeatable sequence of numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const pick = <Item>(random: () => number, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

const orderEvents: OrderEvent[] = ["pay", "complete", "complete_partly", "fail", "cancel"];
const lineEvents: OrderLineEvent[] = [
  "begin",
  "complete",
  "fail",
  "refund",
  "return_to_completed",
  "return_to_failed",
];

describe("the states of an order", () => {
  it.each<[string, OrderEvent[], string]>([
    ["paid and completed", ["pay", "complete"], "completed"],
    ["paid, and partly completed", ["pay", "complete_partly"], "partly_completed"],
    ["paid, and failed", ["pay", "fail"], "failed"],
    ["not paid in time", ["cancel"], "cancelled"],
    ["paid twice", ["pay", "pay"], "processing"],
    ["paid after it was cancelled", ["cancel", "pay"], "cancelled"],
    ["cancelled after it was paid", ["pay", "cancel"], "processing"],
    ["completed twice", ["pay", "complete", "fail"], "completed"],
    ["completed without money", ["complete"], "awaiting_payment"],
  ])("%s", (_, events, end) => {
    let state = "awaiting_payment" as OrderState;
    for (const event of events) {
      state = nextOrderState(state, event) ?? state;
    }
    expect(state).toBe(end);
  });

  it("never leaves the table, a final state, or the way through the payment, whatever happens", () => {
    const final = orderStates.filter((state) => state !== "awaiting_payment" && state !== "processing");
    for (let seed = 0; seed < 500; seed += 1) {
      const random = randomOf(seed);
      let state = "awaiting_payment" as OrderState;
      let isPaid = false;
      for (let step = 0; step < 20; step += 1) {
        const event = pick(random, orderEvents);
        const next = nextOrderState(state, event);
        if (next === undefined) {
          continue;
        }
        isPaid ||= event === "pay";
        expect(orderStates).toContain(next);
        expect(final).not.toContain(state);
        expect([next === "cancelled", isPaid]).not.toEqual([true, true]);
        expect(next === "cancelled" || isPaid).toBe(true);
        state = next;
      }
    }
  });
});

describe("the states of a line", () => {
  it.each<[string, OrderLineEvent[], string]>([
    ["executed", ["begin", "complete"], "completed"],
    ["refused by the registry", ["begin", "fail", "refund"], "refunded"],
    ["failed before it began", ["fail", "refund"], "refunded"],
    ["refunded later", ["begin", "complete", "refund"], "refunded"],
    ["reported as done after it was given up", ["begin", "fail", "complete"], "failed"],
    ["executed twice", ["begin", "complete", "begin"], "completed"],
    ["refunded while it runs", ["begin", "refund"], "running"],
    ["refunded, and returned", ["begin", "complete", "refund", "return_to_completed"], "completed"],
    ["failed, refunded and returned", ["fail", "refund", "return_to_failed"], "failed"],
    ["returned without a refund", ["begin", "return_to_completed"], "running"],
  ])("%s", (_, events, end) => {
    let state = "pending" as OrderLineState;
    for (const event of events) {
      state = nextLineState(state, event) ?? state;
    }
    expect(state).toBe(end);
  });

  it("is executed at most once, and refunded once unless a refund was returned, whatever happens", () => {
    for (let seed = 0; seed < 500; seed += 1) {
      const random = randomOf(seed);
      let state = "pending" as OrderLineState;
      const counts = {
        begin: 0,
        complete: 0,
        fail: 0,
        refund: 0,
        return_to_completed: 0,
        return_to_failed: 0,
      };
      for (let step = 0; step < 20; step += 1) {
        const event = pick(random, lineEvents);
        const next = nextLineState(state, event);
        if (next !== undefined) {
          counts[event] += 1;
          expect(orderLineStates).toContain(next);
          state = next;
        }
      }
      const returns = counts.return_to_completed + counts.return_to_failed;
      expect(counts.begin).toBeLessThanOrEqual(1);
      expect(counts.complete + counts.fail).toBeLessThanOrEqual(1);
      expect(counts.refund - returns).toBe(state === "refunded" ? 1 : 0);
    }
  });
});

describe("a line that waits", () => {
  const com = "example.com";
  const lines = [
    { kind: "registration", domainName: com },
    { kind: "mail_plan", domainName: com },
    { kind: "mail_plan", domainName: "held.com" },
    { kind: "renewal", domainName: "held.com" },
    { kind: "restore", domainName: "lost.com" },
    { kind: "transfer_in", domainName: "moving.com" },
  ] as const;

  it("for the confirmation of its payment registers or renews, or needs the new domain", () => {
    expect(lines.filter((line) => isHeldUntilConfirmed(line, lines))).toEqual([lines[0], lines[1], lines[3]]);
  });

  it.each<[OrderState, OrderLineState, Date | null, ReturnType<typeof waitOf>]>([
    ["awaiting_payment", "pending", null, "payment"],
    ["processing", "pending", null, "payment_confirmation"],
    ["processing", "pending", new Date(0), null],
    ["processing", "running", new Date(0), null],
    ["processing", "completed", null, null],
    ["failed", "refunded", null, null],
    ["cancelled", "failed", null, null],
  ])("shows why: %s, %s, due %s: %s", (orderState, state, nextAttemptAt, reason) => {
    expect(waitOf(orderState, { state, nextAttemptAt })).toBe(reason);
  });
});

const failure = { code: "registry_refused", message: "" };
it.each<[string, { state: OrderLineState; failure: unknown }[], OrderEvent | undefined]>([
  ["has not ended while a line is pending", [{ state: "pending", failure: null }], undefined],
  [
    "has not ended while one of two lines runs",
    [
      { state: "completed", failure: null },
      { state: "running", failure: null },
    ],
    undefined,
  ],
  ["is completed with its lines", [{ state: "completed", failure: null }], "complete"],
  ["is completed if a completed line was refunded", [{ state: "refunded", failure: null }], "complete"],
  [
    "has failed with all of its lines",
    [
      { state: "failed", failure },
      { state: "refunded", failure },
    ],
    "fail",
  ],
  [
    "is partly completed",
    [
      { state: "refunded", failure },
      { state: "completed", failure: null },
    ],
    "complete_partly",
  ],
])("an order %s", (_, lines, ending) => {
  expect(orderEnding(lines)).toBe(ending);
});

it("the total of an order has the tax of its lines", () => {
  expect(
    totalsOf([
      { priceCents: 1188, taxCents: 226 },
      { priceCents: 990, taxCents: 188 },
    ]),
  ).toEqual({ totalCents: 2592, taxCents: 414 });
  expect(totalsOf([])).toEqual({ totalCents: 0, taxCents: 0 });
});

describe("the confirmation of a payment", () => {
  const cooldownDueAt = new Date("2026-03-21T00:00:00.000Z");

  it.each([
    ["received", "running", { confirmsAt: cooldownDueAt }],
    ["received", "paused", { confirmsAt: null }],
    ["disputed", "paused", { confirmsAt: null }],
    ["disputed", "ended", { confirmsAt: null }],
    ["disputed", "done", { confirmsAt: null }],
    ["confirmed", "done", null],
    ["refunded", "ended", null],
  ])("that is %s, with its cooldown %s: %o", (status, cooldownState, expected) => {
    expect(confirmationOf({ status, cooldownState, cooldownDueAt })).toEqual(expected);
  });
});

describe("a line in words", () => {
  it.each<[string, Parameters<typeof lineInWords>[0]]>([
    [
      "Registration of a.com, 1 year",
      { kind: "registration", domainName: "a.com", years: 1, planSlug: null },
    ],
    ["Renewal of a.com, 2 years", { kind: "renewal", domainName: "a.com", years: 2, planSlug: null }],
    ["Restore of a.com", { kind: "restore", domainName: "a.com", years: null, planSlug: null }],
    ["Transfer of a.com, 1 year", { kind: "transfer_in", domainName: "a.com", years: 1, planSlug: null }],
    [
      "Mail plan pro for a.com, 1 year",
      { kind: "mail_plan", domainName: "a.com", years: 1, planSlug: "pro" },
    ],
  ])("is %s", (words, line) => {
    expect(lineInWords(line)).toBe(words);
  });
});
