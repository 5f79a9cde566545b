import type { DomainRow } from "../model/domain-row.ts";
import type { RegistryDomain } from "../ports.ts";
import { ownRenewalYears } from "../rules/registry-refunds.ts";
import { addYears, yearsBetween } from "../rules/schedule.ts";

type Term = Pick<DomainRow, "paidUntil" | "registryExpiresAt">;

/**
 * The term of a domain that was renewed with a command since the backup. Null if the registry's date is the same, or if
 * the registry renewed the domain at its date, as it does without our payment.
 */
export function restoredRenewal(
  before: Term,
  held: Pick<RegistryDomain, "registryExpiresAt" | "graceStatuses">,
  now: Date,
): Term | null {
  const years = yearsBetween(before.registryExpiresAt, held.registryExpiresAt);
  const ordered = years - ownRenewalYears(before, held, now);
  // What the registry had renewed before the backup, and isn't paid yet.
  const ahead = yearsBetween(before.paidUntil, before.registryExpiresAt);
  return ordered <= 0 || ahead > 0
    ? null
    : { paidUntil: addYears(before.paidUntil, ordered), registryExpiresAt: held.registryExpiresAt };
}
