import type { EventType } from "@zonepost/schema";
import { hourMs, minuteMs, secondMs } from "../../../kernel/durations.ts";

/** From the end of the previous attempt to the start of the next one: 0 s for the first, then four more. */
export const attemptDelaysMs: readonly number[] = [0, 30 * secondMs, 5 * minuteMs, hourMs, 6 * hourMs];
export const maxAttempts = attemptDelaysMs.length;

export const attemptTimeoutMs = 15 * secondMs;

const jitterShare = 0.05;
const maxJitterMs = minuteMs;

/**
 * The time of the retry after a failed attempt, or null after the last one.
 * @param attempt the number of the failed attempt, from 1
 * @param random at least 0 and below 1; jitter is only ever added, so that nothing is early
 */
export function nextAttemptAt(attempt: number, endedAt: Date, random: number): Date | null {
  const delayMs = attemptDelaysMs[attempt];
  if (delayMs === undefined) {
    return null;
  }
  const jitterMs = Math.min(delayMs * jitterShare, maxJitterMs) * random;
  return new Date(endedAt.getTime() + delayMs + Math.floor(jitterMs));
}

/** The first number of consecutive failures sends the owners a mail; the second deactivates the endpoint. */
const warningFailures = 5;
export const deactivationFailures = 10;

/**
 * Parallel attempts fail because of the same outage. Together they count at most this often, so that a brief outage
 * during a burst doesn't count as ten failures.
 */
const overlappingFailures = 2;

const maxProbeDelayMs = 5 * minuteMs;

/** The pause after a failure: 1 s, 2 s, 4 s … up to 5 min. */
export function probeDelayMs(consecutiveFailures: number): number {
  return Math.min(secondMs * 2 ** Math.max(consecutiveFailures - 1, 0), maxProbeDelayMs);
}

/** `probeAt` is set exactly while the endpoint's latest attempts failed. */
export type EndpointHealth = {
  active: boolean;
  consecutiveFailures: number;
  probeAt: Date | null;
  deactivatedAt: Date | null;
};

export type AttemptOutcome = {
  succeeded: boolean;
  /** True if it was the single probe of a failing endpoint. */
  isProbe: boolean;
  endedAt: Date;
};

/** For an inactive endpoint, failures are no longer counted. */
export function healthAfter(health: EndpointHealth, outcome: AttemptOutcome): EndpointHealth {
  if (outcome.succeeded) {
    return { ...health, consecutiveFailures: 0, probeAt: null };
  }
  const isCounted = outcome.isProbe || health.consecutiveFailures < overlappingFailures;
  if (!health.active || !isCounted) {
    return health;
  }
  const consecutiveFailures = health.consecutiveFailures + 1;
  if (consecutiveFailures >= deactivationFailures) {
    return { active: false, consecutiveFailures, probeAt: null, deactivatedAt: outcome.endedAt };
  }
  const probeAt = new Date(outcome.endedAt.getTime() + probeDelayMs(consecutiveFailures));
  return { ...health, consecutiveFailures, probeAt };
}

/** The mail that the owners get, if any, given an endpoint's health before and after some outcomes. */
export function noticeFor(
  before: EndpointHealth,
  after: EndpointHealth,
): "failing" | "deactivated" | undefined {
  if (before.active && !after.active) {
    return "deactivated";
  }
  const crossed =
    before.consecutiveFailures < warningFailures && after.consecutiveFailures >= warningFailures;
  return crossed ? "failing" : undefined;
}

export function subscribes(selection: readonly string[], type: EventType | string): boolean {
  return selection.includes("*") || selection.includes(type);
}

export function failureOfStatus(statusCode: number): string | undefined {
  if (statusCode >= 200 && statusCode < 300) {
    return undefined;
  }
  if (statusCode >= 300 && statusCode < 400) {
    return `redirects are not followed (${statusCode})`;
  }
  return `responded with ${statusCode}`;
}
