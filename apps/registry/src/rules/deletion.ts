import { Refusal } from "../refusal.ts";
import { rulesOf, runningGraces, type StoredDomain } from "./domain.ts";
import { takeBack } from "./grace.ts";
import { renewalAfterRestoreDays } from "./profiles.ts";
import { addDays } from "./years.ts";

/**
 * Deletes a domain (RFC 5731 section 3.2.2, RFC 3915 section 2): gone at once in its addPeriod (`domain` is then
 * undefined), else in its redemption period. `credit` is what grace periods give back, in cents.
 */
export function deleteDomain(
  domain: StoredDomain,
  by: string,
  now: Date,
): { domain: StoredDomain | undefined; credit: number } {
  const running = runningGraces(domain, now);
  if (running.some((grace) => grace.status === "addPeriod")) {
    return { domain: undefined, credit: running.reduce((sum, grace) => sum + grace.credit, 0) };
  }
  const before = takeBack(domain, ["autoRenewPeriod", "renewPeriod", "transferPeriod"], now);
  const endsAt = addDays(now, rulesOf(domain).profile.redemptionDays);
  return {
    domain: {
      ...before.domain,
      phase: "redemption",
      phaseEndsAt: endsAt,
      redemptionEndsAt: endsAt,
      updatedBy: by,
      updatedAt: now,
    },
    credit: before.credit,
  };
}

/** Asks for a deleted domain back (RFC 3915 section 4.2.5); without a report to come, that is all. */
export function requestRestore(domain: StoredDomain, by: string, now: Date): StoredDomain {
  if (domain.phase !== "redemption") {
    throw new Refusal(2304, "the domain is not in its redemption period");
  }
  const { restoreReportDays } = rulesOf(domain).profile;
  if (restoreReportDays === 0) {
    return restored(domain, by, now);
  }
  return {
    ...domain,
    phase: "pending_restore",
    phaseEndsAt: addDays(now, restoreReportDays),
    updatedBy: by,
    updatedAt: now,
  };
}

/** The report, with which a domain is back. */
export function takeRestoreReport(domain: StoredDomain, by: string, now: Date): StoredDomain {
  if (domain.phase !== "pending_restore") {
    throw new Refusal(2304, "no restore awaits its report");
  }
  return restored(domain, by, now);
}

function restored(domain: StoredDomain, by: string, now: Date): StoredDomain {
  return {
    ...domain,
    phase: null,
    phaseEndsAt: null,
    redemptionEndsAt: null,
    // Time for the renewal that goes with a restore; the registry's own comes after it.
    autoRenewNotBefore: addDays(now, renewalAfterRestoreDays),
    updatedBy: by,
    updatedAt: now,
  };
}
