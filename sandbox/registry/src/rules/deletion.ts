import { Refusal } from "../refusal.ts";
import { rulesOf, runningGraces, type StoredDomain } from "./domain.ts";
import { revertGracePeriods } from "./grace.ts";
import { renewalAfterRestoreDays } from "./profiles.ts";
import { addDays } from "./years.ts";

/**
 * Deletes a domain (RFC 5731 section 3.2.2, RFC 3915 section 2). In its addPeriod, it is purged immediately and `domain`
 * is undefined; otherwise its redemption period starts. `credit` is the refund of its grace periods, in cents.
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
  const before = revertGracePeriods(domain, ["autoRenewPeriod", "renewPeriod", "transferPeriod"], now);
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

/** Requests the restore of a deleted domain (RFC 3915 section 4.2.5). If no report is required, it is restored. */
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

/** Completes a restore with its report. */
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
    // Leaves time for the renewal that a restore includes, before the registry auto-renews the domain.
    autoRenewNotBefore: addDays(now, renewalAfterRestoreDays),
    updatedBy: by,
    updatedAt: now,
  };
}
