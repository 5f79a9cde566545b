import { describe, expect, it } from "vitest";
import {
  attemptDelaysMs,
  type EndpointHealth,
  failureOfStatus,
  healthAfter,
  maxAttempts,
  nextAttemptAt,
  noticeFor,
  probeDelayMs,
  subscribes,
} from "./policy.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1) + seconds * 1000);
const healthy: EndpointHealth = { active: true, consecutiveFailures: 0, probeAt: null, deactivatedAt: null };
const failed = (seconds: number, isProbe: boolean) => ({ succeeded: false, isProbe, endedAt: at(seconds) });
const succeeded = (seconds: number) => ({ succeeded: true, isProbe: true, endedAt: at(seconds) });

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
    });
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
    const inactive = { active: false, consecutiveFailures: 10, probeAt: null, deactivatedAt: at(0) };
    expect(healthAfter(inactive, failed(1, true))).toEqual(inactive);
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

describe("a subscription", () => {
  it("matches the events that it lists, and all of them with *", () => {
    expect(subscribes(["*"], "payment.failed")).toBe(true);
    expect(subscribes(["domain.expired", "payment.failed"], "payment.failed")).toBe(true);
    expect(subscribes(["domain.expired"], "payment.failed")).toBe(false);
    expect(subscribes(["payment"], "payment.failed")).toBe(false);
  });
});

describe("a receiver's response", () => {
  it("is a success only from 200 to 299", () => {
    expect([200, 202, 204, 299].map(failureOfStatus)).toEqual([undefined, undefined, undefined, undefined]);
    expect([199, 300, 304, 308, 400, 410, 500].map(failureOfStatus)).toEqual([
      "responded with 199",
      "redirects are not followed (300)",
      "redirects are not followed (304)",
      "redirects are not followed (308)",
      "responded with 400",
      "responded with 410",
      "responded with 500",
    ]);
  });
});
