import { describe, expect, it } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../kernel/durations.ts";
import { disputeStateAfter, disputeTransitions, nextDisputeCheckAt } from "../disputes/policy.ts";
import {
  coveredBy,
  nextRefundCheckAt,
  refundableCents,
  refundRefusal,
  refundStateAfter,
  refundTransitions,
} from "./policy.ts";

const payment = { status: "received" as const, amountCents: 1000, refundedCents: 300 };

describe("refundRefusal", () => {
  it.each([
    ["the money that is left", "received", 700, 0, undefined],
    ["more than that", "received", 701, 0, "too_much"],
    ["money that is on its way back", "received", 400, 400, "too_much"],
    ["the rest beside it", "received", 300, 400, undefined],
    ["a confirmed payment", "confirmed", 700, 0, undefined],
    ["a disputed payment", "disputed", 1, 0, "disputed"],
    ["an unpaid payment", "pending", 1, 0, "not_paid"],
    ["a failed payment", "failed", 1, 0, "not_paid"],
  ] as const)("decides about %s", (_, status, amountCents, pendingCents, refusal) => {
    expect(refundRefusal({ ...payment, status }, { amountCents, pendingCents })).toBe(refusal);
  });

  it("refuses everything once all of it was refunded", () => {
    const refunded = { ...payment, status: "refunded" as const, refundedCents: 1000 };
    expect([
      refundRefusal(refunded, { amountCents: 1, pendingCents: 0 }),
      refundableCents(refunded, 0),
    ]).toEqual(["too_much", 0]);
  });
});

/** Applies reports in every order of three, with repeats. */
function finalStates<State extends string>(
  states: readonly State[],
  after: (stored: State, reported: State) => State,
  check: (before: State, next: State) => void,
): void {
  for (const start of states) {
    for (const reports of states.flatMap((one) =>
      states.flatMap((two) => states.map((three) => [one, two, three])),
    )) {
      reports.reduce((before: State, reported: State) => {
        const next = after(before, reported);
        check(before, next);
        return next;
      }, start);
    }
  }
}

it("a refund and a dispute only move forward, whatever is reported and in any order", () => {
  finalStates(["pending", "succeeded", "failed"], refundStateAfter, (before, next) => {
    expect(next === before || refundTransitions[before].includes(next)).toBe(true);
  });
  finalStates(["open", "won", "lost"], disputeStateAfter, (before, next) => {
    expect(next === before || disputeTransitions[before].includes(next)).toBe(true);
  });
  expect([refundStateAfter("succeeded", "pending"), refundStateAfter("failed", "succeeded")]).toEqual([
    "succeeded",
    "failed",
  ]);
  expect([disputeStateAfter("won", "open"), disputeStateAfter("lost", "won")]).toEqual(["won", "lost"]);
});

describe("a refund that failed", () => {
  const amounts = (...cents: number[]) => ({
    lineAmounts: cents.map((amountCents, index) => ({ lineId: `line ${index}`, amountCents })),
  });

  it.each([
    ["the same", amounts(5), amounts(5), true],
    ["more", amounts(5), amounts(6, 1), true],
    ["less", amounts(5), amounts(4), false],
    ["only one of its lines", amounts(5, 5), amounts(5), false],
    ["no lines", amounts(), amounts(5), false],
  ])("is covered by another refund, or not: %s", (_, refund, made, expected) => {
    expect(coveredBy([refund], made)).toEqual(expected ? [refund] : []);
  });

  it("isn't covered by money that settles an earlier one", () => {
    const [first, second, third] = [amounts(5), amounts(6), amounts(1)];
    expect(coveredBy([first, second, third], amounts(6))).toEqual([first, third]);
    expect(coveredBy([first, second, third], amounts(12))).toEqual([first, second, third]);
  });
});

it.each([
  ["pending", 0, 2 * minuteMs],
  ["pending", 10 * minuteMs, 10 * minuteMs],
  ["pending", 40 * dayMs, dayMs],
  ["succeeded", 0, hourMs],
  ["succeeded", 5 * dayMs, 5 * dayMs],
  ["succeeded", 30 * dayMs, null],
  ["failed", 0, null],
] as const)("a refund that is %s, %i ms old, is checked after %o ms", (state, ageMs, waitMs) => {
  const createdAt = new Date("2026-03-01T00:00:00Z");
  const now = new Date(createdAt.getTime() + ageMs);
  expect(nextRefundCheckAt({ state, createdAt }, now)).toEqual(
    waitMs === null ? null : new Date(now.getTime() + waitMs),
  );
});

it("an open dispute is checked ever later, at least daily", () => {
  const openedAt = new Date("2026-03-01T00:00:00Z");
  const waitAfter = (ageMs: number) => {
    const now = new Date(openedAt.getTime() + ageMs);
    return nextDisputeCheckAt({ openedAt }, now).getTime() - now.getTime();
  };
  expect([waitAfter(0), waitAfter(hourMs), waitAfter(9 * dayMs)]).toEqual([10 * minuteMs, hourMs, dayMs]);
});
