import { addDays } from "./schedule.ts";

/** How long after its date a domain may still count as active, because its registry can't renew it. */
export const longestExpiryDelayDays = 3;

const failuresOfRegistry: readonly string[] = [
  "registry_unavailable",
  "registry_failed",
  "registry_outcome_unknown",
];

type Expiring = { autoRenew: boolean; paidUntil: Date };

export const isRegistryFailure = (code: string): boolean => failuresOfRegistry.includes(code);

/**
 * Whether the expiry waits for an auto-renewal that only the registry holds up. `failureCode` is the reason why the
 * last attempt failed; undefined before the first.
 */
export const isExpiryDelayed = (
  { autoRenew, paidUntil }: Expiring,
  failureCode: string | undefined,
  now: Date,
): boolean =>
  autoRenew &&
  now < addDays(paidUntil, longestExpiryDelayDays) &&
  (failureCode === undefined || isRegistryFailure(failureCode));
