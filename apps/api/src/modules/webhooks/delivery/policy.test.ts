import { describe, expect, it } from "vitest";
import {
  type AttemptOutcome,
  attemptDelaysMs,
  type EndpointHealth,
  failureOfStatus,
  healthAfter,
  maxAttempts,
  nextAttemptAt,
  noticeFor,
  probeDelayMs,
  retryAfterMs,
} from "./policy.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000);
const healthy: EndpointHealth = {
  active: true,
  consecutiveFailures: 0,
  probeAt: null,
  deactivatedAt: null,
  deactivationReason: null,
};
const failed = (seconds: number, isProbe: boolean, over: Partial<AttemptOutcome> = {}): AttemptOutcome => ({
  succeeded: false,
  isCounted: true,
  isProbe,
  endedAt: at(seconds),
  isGone: false,
  retryAfterMs: 0,
  ...over,
});
const succeeded = (seconds: number): AttemptOutcome => ({ ...failed(seconds, true), succeeded: true });

describe("the retry schedule", () => {
  it("is five attempts, 0 s, 30 s, 5 min, 1 h and 6 h after the end of the previous one", () => {
    expect(maxAttempts).toBe(5);
    expect(attemptDelaysMs).toEqual([0, 30_000, 300_000, 3_600_000, 21_600_000]);
    expect([1, 2, 3, 4, 5].map((attempt) => nextAttemptAt(attempt, at(0), 0))).toEqual([
      at(30),
      at(300),
      at(3_600),
      at(21_600),
      null,
    ]);
  });

  it("adds at most 5 % and at most a minute of jitter, and subtracts nothing", () => {
    for (const [attempt, seconds, mostSeconds] of [
      [1, 30, 1.5],
      [2, 300, 15],
      [3, 3_600, 60],
      [4, 21_600, 60],
    ] as const) {
      for (const random of [0, 0.3, 0.999]) {
        const next = nextAttemptAt(attempt, at(0), random)?.getTime() ?? 0;
        expect(next).toBeGreaterThanOrEqual(at(seconds).getTime());
        expect(next).toBeLessThanOrEqual(at(seconds + mostSeconds).getTime());
      }
    }
  });
});

describe("Retry-After", () => {
  const sentAt = new Date("2026-11-23T06:00:00.500Z");

  it.each([
    [429, "120", 120_000],
    [503, "120", 120_000],
    [503, "0", 0],
    [429, "Mon, 23 Nov 2026 06:05:00 GMT", 299_500],
    [429, "Monday, 23-Nov-26 06:05:00 GMT", 299_500],
    [429, "Mon Nov 23 06:05:00 2026", 299_500],
    [429, "Sun Nov  1 06:05:00 2026", 0],
    [429, "Mon, 23 Nov 2026 05:59:00 GMT", 0],
    [429, "86400", 86_400_000],
    [429, "86401", 86_400_000],
    [503, "9".repeat(400), 86_400_000],
    [503, "Tue, 31 Dec 2999 00:00:00 GMT", 86_400_000],
    [429, "-5", 0],
    [429, "1.5", 0],
    [429, "soon", 0],
    [429, "tomorrow 1", 0],
    [429, "120, 120", 0],
    [429, "Mon, 99 Nov 2026 06:05:00 GMT", 0],
    [429, "", 0],
    [429, undefined, 0],
    [500, "120", 0],
    [301, "120", 0],
    [200, "120", 0],
  ])("of a %i response is read: %s", (statusCode, header, waitMs) => {
    expect(retryAfterMs(statusCode, header, sentAt)).toBe(waitMs);
  });

  it("delays the next attempt, but is never earlier than the schedule and adds no attempt", () => {
    const next = (attempt: number, waitSeconds: number, random = 0) =>
      nextAttemptAt(attempt, at(0), random, waitSeconds * 1_000);
    expect(next(1, 10)).toEqual(at(30));
    expect(next(1, 120)).toEqual(at(120));
    expect(next(4, 3_600)).toEqual(at(21_600));
    expect(next(4, 86_400)).toEqual(at(86_400));
    expect(next(1, 120, 0.5)).toEqual(at(123));
    expect(next(5, 120)).toBeNull();
  });

  it("delays the endpoint's next probe, which parallel failures don't shorten", () => {
    const waiting = healthAfter(healthy, failed(0, false, { retryAfterMs: 600_000 }));
    expect(waiting).toMatchObject({ consecutiveFailures: 1, probeAt: at(600) });
    expect(healthAfter(waiting, failed(1, false))).toMatchObject({
      consecutiveFailures: 2,
      probeAt: at(600),
    });
    expect(healthAfter(waiting, failed(600, true))).toMatchObject({
      consecutiveFailures: 2,
      probeAt: at(602),
    });
    const uncounted = healthAfter(
      { ...healthy, consecutiveFailures: 2, probeAt: at(4) },
      failed(3, false, { retryAfterMs: 60_000 }),
    );
    expect(uncounted).toMatchObject({ consecutiveFailures: 2, probeAt: at(63) });
    const replay = failed(3, false, { isCounted: false, retryAfterMs: 60_000 });
    expect(healthAfter(healthy, replay)).toMatchObject({ consecutiveFailures: 0, probeAt: at(63) });
  });
});

describe("probing", () => {
  it("backs off 1 s, 2 s, 4 s … to 5 min", () => {
    const delays = [1, 2, 3, 4, 9, 10, 40].map(probeDelayMs);
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 256_000, 300_000, 300_000]);
  });
});

describe("an endpoint's health", () => {
  it("resets with a success", () => {
    const failing = { ...healthy, consecutiveFailures: 9, probeAt: at(5) };
    expect(healthAfter(failing, succeeded(6))).toEqual(healthy);
  });

  it("counts consecutive failures, and deactivates at the tenth", () => {
    let health = healthAfter(healthy, failed(0, false));
    expect(health).toEqual({ ...healthy, consecutiveFailures: 1, probeAt: at(1) });
    for (let count = 2; count <= 9; count += 1) {
      health = healthAfter(health, failed(count, true));
    }
    expect(health).toMatchObject({ active: true, consecutiveFailures: 9, probeAt: at(9 + 256) });
    expect(healthAfter(health, failed(10, true))).toEqual({
      active: false,
      consecutiveFailures: 10,
      probeAt: null,
      deactivatedAt: at(10),
      deactivationReason: "failures",
    });
  });

  it("deactivates at once if the receiver is gone, whether or not the failure counts", () => {
    for (const consecutiveFailures of [0, 2, 9]) {
      const before = { ...healthy, consecutiveFailures, probeAt: consecutiveFailures === 0 ? null : at(1) };
      expect(healthAfter(before, failed(5, false, { isGone: true }))).toMatchObject({
        active: false,
        probeAt: null,
        deactivatedAt: at(5),
        deactivationReason: "gone",
      });
      expect(noticeFor(before, healthAfter(before, failed(5, false, { isGone: true })))).toBe("deactivated");
    }
  });

  it("counts simultaneous failed attempts as two at most", () => {
    const burst = Array.from({ length: 30 }, () => failed(0, false));
    expect(burst.reduce<EndpointHealth>((health, one) => healthAfter(health, one), healthy)).toEqual({
      ...healthy,
      consecutiveFailures: 2,
      probeAt: at(2),
    });
  });

  it("stops counting once the endpoint is inactive, and a success doesn't reactivate it", () => {
    const inactive: EndpointHealth = {
      active: false,
      consecutiveFailures: 10,
      probeAt: null,
      deactivatedAt: at(0),
      deactivationReason: "failures",
    };
    expect(healthAfter(inactive, failed(1, true))).toEqual(inactive);
    expect(healthAfter(inactive, failed(1, true, { isGone: true, retryAfterMs: 60_000 }))).toEqual(inactive);
    expect(healthAfter(inactive, succeeded(1))).toMatchObject({ active: false, deactivatedAt: at(0) });
  });

  it("notifies the owners once at 5 failures and once at deactivation", () => {
    const failing = (consecutiveFailures: number, active = true) => ({
      ...healthy,
      consecutiveFailures,
      active,
    });
    expect(noticeFor(failing(3), failing(4))).toBeUndefined();
    expect(noticeFor(failing(4), failing(5))).toBe("failing");
    expect(noticeFor(failing(5), failing(6))).toBeUndefined();
    expect(noticeFor(failing(9), failing(10, false))).toBe("deactivated");
    expect(noticeFor(failing(10, false), failing(10, false))).toBeUndefined();
  });
});

describe("a receiver's response", () => {
  it("is a success only from 200 to 299", () => {
    expect([200, 202, 204, 299].map(failureOfStatus)).toEqual([undefined, undefined, undefined, undefined]);
    expect([199, 300, 304, 308, 400, 410, 500].map(failureOfStatus)).toEqual([
      { stage: "http_199", error: "responded with 199" },
      { stage: "redirect", error: "redirects are not followed (300)" },
      { stage: "http_304", error: "responded with 304" },
      { stage: "redirect", error: "redirects are not followed (308)" },
      { stage: "http_400", error: "responded with 400" },
      { stage: "http_410", error: "responded with 410" },
      { stage: "http_500", error: "responded with 500" },
    ]);
  });
});
