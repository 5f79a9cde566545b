import type { DomainRow } from "../model/domain-row.ts";
import type { RegistryDomain } from "../ports.ts";
import type { TldRules } from "../tlds/tld-rules.ts";
import { addDays } from "./schedule.ts";

/**
 * Whether an unpaid domain may be deleted now. Checked again under the row's lock, because the domain may have been
 * renewed, or set to auto-renew, since its deletion became due.
 */
export const isDeletionDue = (
  { status, nextDeletionAt }: Pick<DomainRow, "status" | "nextDeletionAt">,
  now: Date,
): boolean =>
  (status === "active" || status === "expired") && nextDeletionAt !== null && nextDeletionAt <= now;

/** Whether the registry returns the cost of the registration if the domain is deleted at this time. */
export const isInAddGrace = (
  { registeredAt }: Pick<DomainRow, "registeredAt">,
  { addGraceDays }: Pick<TldRules, "addGraceDays">,
  deletedAt: Date,
): boolean => deletedAt < addDays(registeredAt, addGraceDays);

/** Whether a deletion can't be undone. A registry without grace statuses is judged by the days in its rules. */
export function isFinalDeletion(
  held: Pick<RegistryDomain, "graceStatuses" | "registeredAt">,
  rules: Pick<TldRules, "addGraceDays" | "redemptionDays">,
  now: Date,
): boolean {
  const isNew = held.graceStatuses.length === 0 && isInAddGrace(held, rules, now);
  return held.graceStatuses.includes("addPeriod") || isNew || rules.redemptionDays === 0;
}
