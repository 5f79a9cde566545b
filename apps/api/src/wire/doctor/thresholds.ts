import type { CheckState } from "./finding.ts";

// From which value on something is a warning or has failed. Pure, so that a table of examples tests it.

type Judged = Exclude<CheckState, "skipped">;
type Limits = { warning: number; failed: number };

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const mebibyte = 2 ** 20;

/** How long work may wait after it was due. An email that a relay defers, or a change that a registry does, waits longer. */
const queueLimitsMs = {
  webhooks: { warning: 5 * minuteMs, failed: hourMs },
  jobs: { warning: 5 * minuteMs, failed: hourMs },
  email: { warning: 15 * minuteMs, failed: dayMs },
  domains: { warning: 15 * minuteMs, failed: 6 * hourMs },
  mail: { warning: 15 * minuteMs, failed: 6 * hourMs },
  orders: { warning: 15 * minuteMs, failed: 6 * hourMs },
  payments: { warning: 15 * minuteMs, failed: 6 * hourMs },
} satisfies Record<string, Limits>;

export type Queue = keyof typeof queueLimitsMs;

const above = (value: number, limits: Limits): Judged =>
  value > limits.failed ? "failed" : value > limits.warning ? "warning" : "ok";
const below = (value: number, limits: Limits): Judged =>
  value < limits.failed ? "failed" : value < limits.warning ? "warning" : "ok";

export const judgeQueue = (queue: Queue, waitedMs: number): Judged => above(waitedMs, queueLimitsMs[queue]);

/** Two-factor codes are valid for half a minute, and leases and sessions compare the clocks of both machines. */
export const judgeClock = (differenceMs: number): Judged =>
  above(Math.abs(differenceMs), { warning: 2 * secondMs, failed: 30 * secondMs });

/** A certificate is usually renewed 30 days before its end. */
export const judgeCertificate = (leftMs: number): Judged => below(leftMs, { warning: 14 * dayMs, failed: 0 });

export function judgeDisk(freeBytes: number, totalBytes: number): Judged {
  const inBytes = below(freeBytes, { warning: 1024 * mebibyte, failed: 128 * mebibyte });
  const inShares = below(freeBytes / totalBytes, { warning: 0.1, failed: 0.02 });
  return [inBytes, inShares].includes("failed") ? "failed" : inBytes === "ok" ? inShares : inBytes;
}

export const judgeBackup = (ageMs: number): Judged =>
  above(ageMs, { warning: 2 * dayMs, failed: 14 * dayMs });

/** A backup that was never restored may not be one. Nothing is lost yet, so this never fails. */
export const judgeRestore = (ageMs: number): Judged =>
  above(ageMs, { warning: 180 * dayMs, failed: Number.POSITIVE_INFINITY });

/** An agent reports every few seconds; an old row may be a host that was taken away. */
export const judgeMailHost = (silentMs: number): Judged =>
  above(silentMs, { warning: 5 * minuteMs, failed: dayMs });

/** Such as `3 min`: the largest whole unit. */
export function inWords(durationMs: number): string {
  const units = [
    [dayMs, "days"],
    [hourMs, "h"],
    [minuteMs, "min"],
  ] as const;
  const absoluteMs = Math.abs(durationMs);
  const [unitMs, name] = units.find(([each]) => absoluteMs >= 2 * each) ?? [secondMs, "s"];
  return `${Math.floor(absoluteMs / unitMs)} ${name}`;
}
