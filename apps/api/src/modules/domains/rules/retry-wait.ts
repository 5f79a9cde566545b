import { dayMs, hourMs, minuteMs } from "../../../kernel/durations.ts";

/** The columns with the next time at which a domain needs work at its registry. */
export type DueColumn = "nextDeletionAt" | "nextLookAt" | "authCodeExpiresAt";

/** How long failed work waits. A deletion may have only an hour until the registry renews the domain. */
export function retryWaitMs(
  due: DueColumn,
  { registryExpiresAt }: { registryExpiresAt: Date },
  failureCode: string | undefined,
  now: Date,
): number {
  const leftMs = registryExpiresAt.getTime() - now.getTime();
  if (due === "nextDeletionAt" && leftMs > 0 && leftMs <= hourMs) {
    return 5 * minuteMs;
  }
  // A prohibiting status is unlikely to be gone within an hour.
  return failureCode === "change_prohibited" ? dayMs : hourMs;
}
