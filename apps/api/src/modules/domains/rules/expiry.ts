import { addDays } from "./schedule.ts";

/** How long after its date a domain may still count as active, because its registry can't renew it. */
export const longestExpiryDelayDays = 3;

const failuresOfRegistry: readonly string[] = [
  "registry_unavailable",
  "registry_failed",
  "registry_outcome_unknown",
  "registry_silent",
];

type Expiring = { autoRenew: boolean; paidUntil: Date };

export const isRegistryFailure = (code: string): boolean => failuresOfRegistry.includes(code);

type Renewing = {
  /** An order has paid for a renewal that its registry hasn't carried out yet. */
  isPaid?: boolean;
  /** The reason why the last try of an auto-renewal failed; undefined before the first. */
  failureCode?: string | undefined;
};

/** Whether the expiry waits for a renewal that only the registry holds up. A card that can't be charged delays nothing. */
export const isExpiryDelayed = (
  { autoRenew, paidUntil }: Expiring,
  { isPaid = false, failureCode }: Renewing,
  now: Date,
): boolean =>
  now < addDays(paidUntil, longestExpiryDelayDays) &&
  (isPaid || (autoRenew && (failureCode === undefined || isRegistryFailure(failureCode))));
