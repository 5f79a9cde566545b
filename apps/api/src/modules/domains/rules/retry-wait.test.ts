import { describe, expect, it } from "vitest";
import { dayMs, hourMs, minuteMs } from "../../../kernel/durations.ts";
import { retryWaitMs } from "./retry-wait.ts";

const now = new Date("2026-06-01T00:00:00.000Z");

describe("retryWaitMs", () => {
  it.each([
    ["a look at an absent registry", "nextLookAt", "registry_unavailable", 10 * dayMs, hourMs],
    ["a look that a status prohibits", "nextLookAt", "change_prohibited", 10 * dayMs, dayMs],
    ["a deletion with a refund", "nextDeletionAt", "registry_failed", 335 * dayMs, hourMs],
    ["a deletion in the last hour", "nextDeletionAt", "registry_failed", 40 * minuteMs, 5 * minuteMs],
    ["a deletion that came too late", "nextDeletionAt", "registry_failed", -minuteMs, hourMs],
  ] as const)("of %s", (_, due, code, leftMs, waitMs) => {
    expect(retryWaitMs(due, { registryExpiresAt: new Date(now.getTime() + leftMs) }, code, now)).toBe(waitMs);
  });
});
