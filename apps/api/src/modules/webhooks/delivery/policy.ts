import { dayMs, hourMs, minuteMs, secondMs } from "../../../kernel/durations.ts";

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
 * @param retryAfterMs the receiver's, from the end of the attempt; a shorter one than the delay has no effect
 */
export function nextAttemptAt(attempt: number, endedAt: Date, random: number, retryAfterMs = 0): Date | null {
  const delayMs = attemptDelaysMs[attempt];
  if (delayMs === undefined) {
    return null;
  }
  const waitMs = Math.max(delayMs, retryAfterMs);
  const jitterMs = Math.min(waitMs * jitterShare, maxJitterMs) * random;
  return new Date(endedAt.getTime() + waitMs + Math.floor(jitterMs));
}

const maxRetryAfterMs = dayMs;

/** RFC 9110 section 5.6.7: the preferred form and the two obsolete ones, the last of which has no time zone. */
const httpDateForms = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/**
 * How long a receiver asks to be left alone with Retry-After, up to 24 hours. 0 without the header, if it can't be
 * read, and for any other status than 429 and 503.
 */
export function retryAfterMs(statusCode: number, header: string | undefined, wallNow: Date): number {
  if ((statusCode !== 429 && statusCode !== 503) || header === undefined) {
    return 0;
  }
  const isDate = httpDateForms.some((form) => form.test(header));
  const waitMs = /^\d+$/.test(header)
    ? Number(header) * secondMs
    : isDate
      ? Date.parse(header.endsWith("GMT") ? header : `${header} GMT`) - wallNow.getTime()
      : 0;
  return Number.isNaN(waitMs) ? 0 : Math.min(Math.max(waitMs, 0), maxRetryAfterMs);
}

/** The first number of consecutive failures sends the owners a mail; the second deactivates the endpoint. */
export const warningFailures = 5;
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
  deactivationReason: "paused" | "failures" | "gone" | null;
};

export type AttemptOutcome = {
  succeeded: boolean;
  /** A failed replay isn't: it only matters how long its receiver asks to wait. */
  isCounted: boolean;
  /** True if it was the single probe of a failing endpoint. */
  isProbe: boolean;
  endedAt: Date;
  /** True if the receiver answered 410. */
  isGone: boolean;
  retryAfterMs: number;
};

/** For an inactive endpoint, failures are no longer counted. A receiver that is gone is deactivated at once. */
export function healthAfter(health: EndpointHealth, outcome: AttemptOutcome): EndpointHealth {
  if (outcome.succeeded) {
    return { ...health, consecutiveFailures: 0, probeAt: null };
  }
  if (!health.active) {
    return health;
  }
  const isCounted =
    outcome.isCounted && (outcome.isProbe || health.consecutiveFailures < overlappingFailures);
  const consecutiveFailures = health.consecutiveFailures + (isCounted ? 1 : 0);
  const reason = outcome.isGone ? "gone" : "failures";
  if (outcome.isGone || (isCounted && consecutiveFailures >= deactivationFailures)) {
    const deactivatedAt = outcome.endedAt;
    return { active: false, consecutiveFailures, probeAt: null, deactivatedAt, deactivationReason: reason };
  }
  const waitMs = Math.max(isCounted ? probeDelayMs(consecutiveFailures) : 0, outcome.retryAfterMs);
  const waitsUntil = new Date(outcome.endedAt.getTime() + waitMs);
  // A parallel attempt doesn't shorten the wait; the probe has waited, and its own result decides.
  const isWaitingLonger = !outcome.isProbe && health.probeAt && health.probeAt > waitsUntil;
  return { ...health, consecutiveFailures, probeAt: isWaitingLonger ? health.probeAt : waitsUntil };
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

/** A response's failure and its stage; undefined for a success. */
export function failureOfStatus(statusCode: number): { stage: string; error: string } | undefined {
  if (statusCode >= 200 && statusCode < 300) {
    return undefined;
  }
  if (statusCode >= 300 && statusCode < 400 && statusCode !== 304) {
    return { stage: "redirect", error: `redirects are not followed (${statusCode})` };
  }
  return { stage: `http_${statusCode}`, error: `responded with ${statusCode}` };
}
