import type { EventType } from "@zonepost/schema";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** From the end of the attempt before to the next one: 0 s for the first, then four more. */
export const attemptDelaysMs: readonly number[] = [0, 30 * secondMs, 5 * minuteMs, hourMs, 6 * hourMs];
export const maxAttempts = attemptDelaysMs.length;

/** How long a receiver has for its answer. */
export const attemptTimeoutMs = 15 * secondMs;

const jitterShare = 0.05;
const maxJitterMs = minuteMs;

/**
 * When a delivery is tried again after an attempt that failed, or null where that was the last one.
 *
 * @param attempt the number of the attempt that failed, from 1
 * @param random at least 0 and below 1; jitter is only ever added, so that nothing comes early
 */
export function nextAttemptAt(attempt: number, endedAt: Date, random: number): Date | null {
  const delayMs = attemptDelaysMs[attempt];
  if (delayMs === undefined) {
    return null;
  }
  const jitterMs = Math.min(delayMs * jitterShare, maxJitterMs) * random;
  return new Date(endedAt.getTime() + delayMs + Math.floor(jitterMs));
}

/** Owners are told at the first number of failures in a row; at the second the endpoint is deactivated. */
const warningFailures = 5;
export const deactivationFailures = 10;

/**
 * Attempts that were under way when another one failed tell of the same outage: together they count at most this
 * often, so that a blip during a burst is not ten failures.
 */
const overlappingFailures = 2;

const maxProbeDelayMs = 5 * minuteMs;

/** How long an endpoint that just failed is left alone: 1 s, 2 s, 4 s … to 5 min. */
export function probeDelayMs(consecutiveFailures: number): number {
  return Math.min(secondMs * 2 ** Math.max(consecutiveFailures - 1, 0), maxProbeDelayMs);
}

/** How an endpoint is doing. It has a `probeAt` exactly while its latest outcomes are failures. */
export type EndpointHealth = {
  active: boolean;
  consecutiveFailures: number;
  probeAt: Date | null;
  deactivatedAt: Date | null;
};

export type AttemptOutcome = {
  succeeded: boolean;
  /** Whether it was sent as the one probe of an endpoint that had failed before. */
  isProbe: boolean;
  endedAt: Date;
};

/** The endpoint's health after an attempt. For an inactive endpoint, failures are no longer counted. */
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

/** Whether the owners are to be told, given an endpoint's health before and after some outcomes. */
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

/** Whether an endpoint with this selection gets events of the type. */
export function subscribes(selection: readonly string[], type: EventType | string): boolean {
  return selection.includes("*") || selection.includes(type);
}

/** Why an answer with this status is a failure; undefined for 2xx, the only success. */
export function failureOfStatus(statusCode: number): string | undefined {
  if (statusCode >= 200 && statusCode < 300) {
    return undefined;
  }
  if (statusCode >= 300 && statusCode < 400) {
    return `redirects are not followed (${statusCode})`;
  }
  return `answered ${statusCode}`;
}
