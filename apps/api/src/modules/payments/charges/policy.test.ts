import { describe, expect, it } from "vitest";
import { hourMs, minuteMs } from "../../../kernel/durations.ts";
import {
  type AttemptState,
  type ChargeStep,
  chargeTransitions,
  isOpen,
  isUnpaid,
  nextAttemptCheckAt,
  type Observation,
  observationOfPage,
  outcomeOf,
  type PaymentStatus,
  statusAfterStep,
} from "./policy.ts";

const statuses = Object.keys(chargeTransitions) as PaymentStatus[];
const steps: ChargeStep[] = ["attempt_started", "declined", "paid"];
const observations: Observation[] = [
  "unconfirmed",
  "processing",
  "awaiting_customer",
  "declined",
  "succeeded",
  "canceled",
];
const kinds = ["card", "page"] as const;

/** Every sequence of that length. */
function* sequences<Item>(items: readonly Item[], length: number): Generator<Item[]> {
  if (length === 0) {
    yield [];
    return;
  }
  for (const rest of sequences(items, length - 1)) {
    for (const item of items) {
      yield [item, ...rest];
    }
  }
}

describe("a payment", () => {
  it.each<[PaymentStatus, ChargeStep, PaymentStatus]>([
    ["pending", "declined", "failed"],
    ["pending", "paid", "received"],
    ["failed", "attempt_started", "pending"],
    ["failed", "paid", "received"],
    ["failed", "declined", "failed"],
    ["received", "declined", "received"],
    ["received", "paid", "received"],
    ["confirmed", "declined", "confirmed"],
    ["refunded", "paid", "refunded"],
    ["disputed", "attempt_started", "disputed"],
  ])("that is %s and is %s becomes %s", (status, step, after) => {
    expect(statusAfterStep(status, step)).toBe(after);
  });

  it("is never unpaid again, whatever is reported afterwards", () => {
    for (const first of statuses) {
      for (const reported of sequences(steps, 5)) {
        let status = first;
        for (const step of reported) {
          const next = statusAfterStep(status, step);
          expect(isUnpaid(status) || next === status).toBe(true);
          status = next;
        }
      }
    }
  });
});

describe("an attempt", () => {
  it.each<["card" | "page", AttemptState, Observation, AttemptState]>([
    ["card", "confirming", "unconfirmed", "confirming"],
    ["card", "confirming", "processing", "confirming"],
    ["card", "confirming", "awaiting_customer", "awaiting_customer"],
    ["card", "confirming", "declined", "failed"],
    ["card", "awaiting_customer", "declined", "failed"],
    ["card", "awaiting_customer", "succeeded", "succeeded"],
    ["card", "confirming", "canceled", "canceled"],
    ["page", "awaiting_customer", "declined", "awaiting_customer"],
    ["page", "awaiting_customer", "canceled", "canceled"],
    ["page", "awaiting_customer", "succeeded", "succeeded"],
    ["card", "failed", "succeeded", "succeeded"],
    ["card", "canceled", "succeeded", "succeeded"],
    ["card", "canceled", "awaiting_customer", "canceled"],
    ["card", "succeeded", "canceled", "succeeded"],
  ])("by %s that is %s and is reported as %s becomes %s", (kind, state, observed, after) => {
    expect(outcomeOf({ kind, state, chargeId: null }, "pending", { state: observed }).state).toBe(after);
  });

  const answers = [
    ...observations.map((state) => ({ state, chargeId: "ch_1" })),
    { state: "declined", chargeId: "ch_2" } as const,
  ];

  it("brings its money in once, and is open or ended for good, in whatever order answers arrive", () => {
    for (const kind of kinds) {
      for (const first of statuses) {
        for (const reported of sequences(answers, 4)) {
          const effects = report(kind, first, reported);
          const money = effects.filter((effect) => effect === "received" || effect === "paid_twice");
          expect(money.length).toBe(reported.some(({ state }) => state === "succeeded") ? 1 : 0);
        }
      }
    }
  });

  function report(
    kind: "card" | "page",
    first: PaymentStatus,
    reported: readonly (typeof answers)[number][],
  ) {
    let state: AttemptState = "starting";
    let status = first;
    return reported.map((observed) => {
      const before = state;
      const outcome = outcomeOf({ kind, state, chargeId: null }, status, observed);
      state = outcome.state;
      if (!isOpen(before) && state !== before && state !== "succeeded") {
        throw new Error(`${before} became ${state}`);
      }
      if (outcome.effect === "failed" || outcome.effect === "received") {
        expect(isUnpaid(status)).toBe(true);
        status = statusAfterStep(status, outcome.effect === "failed" ? "declined" : "paid");
      }
      return outcome.effect;
    });
  }

  it("records each decline on a page once", () => {
    const page = { kind: "page", state: "awaiting_customer" } as const;
    const declined = (chargeId: string) => ({ state: "declined", chargeId }) as const;
    const effectOf = (known: string | null, observed: string, status: PaymentStatus = "pending") =>
      outcomeOf({ ...page, chargeId: known }, status, declined(observed)).effect;
    expect(effectOf(null, "ch_1")).toBe("failed");
    expect(effectOf("ch_1", "ch_1", "failed")).toBe("none");
    expect(effectOf("ch_1", "ch_2", "failed")).toBe("failed");
    expect(effectOf("ch_1", "ch_2", "received")).toBe("none");
  });

  it("returns the money of a second charge, whatever has happened to the first since", () => {
    const second = { kind: "page", state: "awaiting_customer", chargeId: null } as const;
    const effects = statuses.map((status) => outcomeOf(second, status, { state: "succeeded" }).effect);
    expect(Object.fromEntries(statuses.map((status, at) => [status, effects[at]]))).toEqual({
      pending: "received",
      failed: "received",
      received: "paid_twice",
      confirmed: "paid_twice",
      refunded: "paid_twice",
      disputed: "paid_twice",
    });
  });
});

it("reads a page in the terms of its intent", () => {
  const declined = {
    id: "pi_1",
    state: "declined",
    chargeId: "ch_1",
    card: null,
    failure: { code: "card_declined", message: "Your card was declined." },
  } as const;
  expect(observationOfPage({ state: "open", intent: null })).toEqual({ state: "awaiting_customer" });
  expect(observationOfPage({ state: "open", intent: declined })).toBe(declined);
  expect(observationOfPage({ state: "open", intent: { id: "pi_1", state: "unconfirmed" } })).toEqual({
    state: "awaiting_customer",
  });
  expect(observationOfPage({ state: "expired", intent: declined })).toEqual({ state: "canceled" });
});

it("looks at an open attempt less and less often, and at least every six hours", () => {
  const createdAt = new Date("2026-03-01T00:00:00.000Z");
  const waitMs = (ageMs: number) => {
    const now = new Date(createdAt.getTime() + ageMs);
    return nextAttemptCheckAt({ createdAt }, now).getTime() - now.getTime();
  };
  expect([0, minuteMs, hourMs, 24 * hourMs].map(waitMs)).toEqual([15_000, minuteMs, hourMs, 6 * hourMs]);
});
