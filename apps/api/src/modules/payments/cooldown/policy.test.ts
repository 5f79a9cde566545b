import { describe, expect, it } from "vitest";
import { dayMs, hourMs } from "../../../kernel/durations.ts";
import {
  type Circumstances,
  type Cooldown,
  cooldownAfter,
  cooldownMs,
  cooldownTransitions,
  newCooldown,
  owedSince,
  type PaidStatus,
  statusAfter,
  statusTransitions,
  warningPauseMs,
} from "./policy.ts";

const calm: Circumstances = {
  isRefunded: false,
  hasLostDispute: false,
  disputedAt: null,
  warnedAt: null,
  owedAt: null,
};
const day = (days: number) => new Date(Date.UTC(2026, 2, 1) + days * dayMs);
const fresh = newCooldown(day(0));

/** Applies the circumstances at each of these days, in order. */
const after = (...steps: [atDay: number, circumstances: Partial<Circumstances>][]): Cooldown =>
  steps.reduce((cooldown, [at, now]) => cooldownAfter(cooldown, { ...calm, ...now }, day(at)), fresh);

const runningUntil = (due: number) => ({
  cooldownState: "running",
  cooldownDueAt: day(due),
  pauseReason: null,
});
const pausedWith = (leftDays: number, pauseReason: string, due: number | null) => ({
  cooldownState: "paused",
  pauseReason,
  cooldownDueAt: due === null ? null : day(due),
  cooldownLeftMs: leftDays * dayMs,
});
const [disputed, warned, owed] = [
  (at: number) => ({ disputedAt: day(at) }),
  (at: number) => ({ warnedAt: day(at) }),
  (at: number) => ({ owedAt: day(at) }),
];

describe("a cooldown", () => {
  it.each<[string, object, Cooldown]>([
    ["runs for 20 days", runningUntil(20), after([19.99, {}])],
    ["is done after them", { cooldownState: "done", cooldownDueAt: null }, after([20, {}])],
    ["is paused by a dispute", pausedWith(1, "dispute", null), after([19, disputed(19)])],
    [
      "stays paused while it is open",
      pausedWith(1, "dispute", null),
      after([19, disputed(19)], [80, disputed(19)]),
    ],
    ["is paused by a refund that is owed", pausedWith(1, "refund_owed", null), after([90, owed(19)])],
    ["continues once it is settled", runningUntil(51), after([19, owed(19)], [50, {}])],
    [
      "is paused, not done, if a full refund comes back late",
      pausedWith(15, "refund_owed", null),
      after([5, { isRefunded: true }], [60, owed(30)]),
    ],
    [
      "is paused by a dispute before a refund that is owed",
      pausedWith(15, "dispute", null),
      after([5, { ...owed(5), ...disputed(5) }]),
    ],
    ["continues once the dispute is won", runningUntil(51), after([19, disputed(19)], [50, {}])],
    [
      "counts from a dispute's start, if it is known later",
      pausedWith(1, "dispute", null),
      after([20.5, disputed(19)]),
    ],
    [
      "loses no time to a dispute that started during an earlier pause",
      pausedWith(15, "dispute", null),
      after([5, warned(5)], [15, {}], [16, disputed(10)]),
    ],
    [
      "isn't done during a dispute that is known late",
      pausedWith(0, "dispute", null),
      after([22, disputed(21)]),
    ],
    [
      "ends with a lost dispute",
      { cooldownState: "ended" },
      after([19, disputed(19)], [30, { hasLostDispute: true }]),
    ],
    [
      "never starts again after one",
      { cooldownState: "ended" },
      after([19, { hasLostDispute: true }], [90, { hasLostDispute: true }]),
    ],
    [
      "is paused by a warning, for 60 days at most",
      pausedWith(15, "early_fraud_warning", 65),
      after([5, warned(5)]),
    ],
    ["continues on time, even if a worker is late", runningUntil(80), after([5, warned(5)], [70, warned(5)])],
    ["continues when a warning is released", runningUntil(22), after([5, warned(5)], [7, {}])],
    [
      "stays paused for 60 days after the last warning",
      pausedWith(15, "early_fraud_warning", 70),
      after([5, warned(5)], [10, warned(10)]),
    ],
    [
      "stays paused when a dispute takes over from a warning",
      pausedWith(15, "dispute", null),
      after([5, warned(5)], [8, disputed(8)], [90, disputed(8)]),
    ],
    [
      "ends with a full refund",
      { cooldownState: "ended", cooldownLeftMs: 16 * dayMs },
      after([4, { isRefunded: true }]),
    ],
    [
      "continues if the bank returns the refund",
      runningUntil(26),
      after([4, { isRefunded: true }], [10, {}]),
    ],
    [
      "that is done isn't changed by a dispute",
      { cooldownState: "done" },
      after([20, {}], [21, disputed(21)]),
    ],
    [
      "that is done isn't changed by a refund",
      { cooldownState: "done" },
      after([20, {}], [21, { isRefunded: true }]),
    ],
  ])("%s", (_, expected, cooldown) => {
    expect(cooldown).toMatchObject(expected);
  });
});

it.each<[PaidStatus, Partial<Circumstances>, boolean]>([
  ["received", {}, false],
  ["received", { warnedAt: day(1) }, false],
  ["confirmed", {}, true],
  ["disputed", { disputedAt: day(1) }, false],
  ["disputed", { disputedAt: day(21) }, true],
  ["disputed", { hasLostDispute: true }, true],
  ["refunded", { isRefunded: true }, true],
  ["refunded", { isRefunded: true, hasLostDispute: true }, false],
])("a payment is %s with %o (confirmed before: %s)", (status, now, isConfirmed) => {
  expect(statusAfter({ ...calm, ...now }, isConfirmed)).toBe(status);
});

describe("in any sequence of events", () => {
  const seeds = Array.from({ length: 400 }, (_, index) => index + 1);

  it("the states change as the tables allow", () => {
    for (const seed of seeds) {
      let before: { cooldown: Cooldown["cooldownState"]; status: PaidStatus } | undefined;
      for (const { cooldown, status } of play(seed)) {
        if (before && before.cooldown !== cooldown.cooldownState) {
          expect(cooldownTransitions[before.cooldown], `seed ${seed}`).toContain(cooldown.cooldownState);
        }
        if (before && before.status !== status) {
          expect(statusTransitions[before.status], `seed ${seed}`).toContain(status);
        }
        before = { cooldown: cooldown.cooldownState, status };
      }
    }
  });

  it("a payment is confirmed at most once, never while paused or refunded, and never after a lost dispute", () => {
    const counts = seeds.map((seed) => {
      const confirmations = play(seed).filter(({ isConfirmedNow }) => isConfirmedNow);
      for (const { now } of confirmations) {
        expect(now, `seed ${seed}`).toMatchObject({
          isRefunded: false,
          hasLostDispute: false,
          disputedAt: null,
        });
      }
      return confirmations.length;
    });
    expect(new Set(counts)).toEqual(new Set([0, 1]));
  });

  it("a payment is confirmed once it has had exactly 20 days without a pause", () => {
    const wrong = seeds.flatMap((seed) =>
      play(seed).flatMap(({ cooldown, unpausedMs, isHeld }) => {
        const isDone = cooldown.cooldownState === "done";
        const isLate = !isDone && !isHeld && unpausedMs >= cooldownMs;
        const isEarly = isDone && unpausedMs < cooldownMs;
        return isLate || isEarly ? [{ seed, isLate, isEarly }] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });
});

type Moment = {
  now: Circumstances;
  cooldown: Cooldown;
  status: PaidStatus;
  isConfirmedNow: boolean;
  /** Counted by the test itself: the time without a refund, a dispute or a warning, until the confirmation. */
  unpausedMs: number;
  isHeld: boolean;
};

/** A payment's life with random events at random times, the same for each seed. */
function play(seed: number): Moment[] {
  const random = randomOf(seed);
  const moments: Moment[] = [];
  let [at, unpausedMs, isConfirmed] = [day(0).getTime(), 0, false];
  let now = calm;
  let cooldown = fresh;
  for (let step = 0; step < 40; step += 1) {
    const laterMs = at + Math.floor(random() * random() * 12 * dayMs);
    unpausedMs += freeMs(now, at, laterMs);
    at = laterMs;
    now = changed(now, new Date(at), random);
    const next = cooldownAfter(cooldown, now, new Date(at));
    const isConfirmedNow = next.cooldownState === "done" && cooldown.cooldownState !== "done";
    isConfirmed ||= isConfirmedNow;
    cooldown = next;
    const isHeld = freeMs(now, at, at + hourMs) < hourMs;
    moments.push({
      now,
      cooldown,
      status: statusAfter(now, isConfirmed),
      isConfirmedNow,
      unpausedMs,
      isHeld,
    });
  }
  return moments;
}

function freeMs(
  { isRefunded, hasLostDispute, disputedAt, warnedAt }: Circumstances,
  from: number,
  to: number,
) {
  if (isRefunded || hasLostDispute || disputedAt) {
    return 0;
  }
  const freeFrom = warnedAt ? Math.max(from, warnedAt.getTime() + warningPauseMs) : from;
  return Math.max(0, to - freeFrom);
}

/** Half of the time, nothing but time has passed. A lost dispute is the only thing that can't be undone. */
function changed(now: Circumstances, at: Date, random: () => number): Circumstances {
  const changes: (() => Partial<Circumstances>)[] = [
    () => ({ disputedAt: at, warnedAt: null, owedAt: null }),
    () => ({ disputedAt: null }),
    () => ({ disputedAt: null, hasLostDispute: now.disputedAt !== null || now.hasLostDispute }),
    () => (now.disputedAt ? {} : { warnedAt: at }),
    () => ({ warnedAt: null, owedAt: null }),
    () => ({ isRefunded: random() < 0.3 }),
  ];
  const change = changes[Math.floor(random() * changes.length * 2)];
  return change ? { ...now, ...change() } : now;
}

/** Mulberry32: a small generator whose sequence is the same everywhere. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

describe("money that the bank has returned", () => {
  const createdAt = new Date("2026-03-01T00:00:00Z");
  const finishedAt = new Date("2026-03-05T00:00:00Z");
  const failed = { state: "failed", settledAt: null, createdAt, finishedAt } as const;
  const settled = { ...failed, settledAt: finishedAt };
  const [pending, succeeded] = (["pending", "succeeded"] as const).map((state) => ({ ...settled, state }));

  it.each([
    ["a refund that failed", [failed], true],
    ["one that has been settled", [settled], false],
    ["one whose retry is on its way", [settled, pending], true],
    ["one whose retry has succeeded", [settled, succeeded], false],
    ["one whose retry has failed", [settled, failed], true],
    ["a refund that is on its way", [pending], false],
    ["one of two", [settled, succeeded, failed], true],
  ])("is owed, or not: %s", (_, refunds, isOwed) => {
    expect(owedSince(refunds.flatMap((refund) => refund ?? []))).toEqual(isOwed ? finishedAt : null);
  });
});
