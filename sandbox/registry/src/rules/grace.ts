import { rulesOf, runningGraces, type StoredDomain } from "./domain.ts";
import type { GraceStatus } from "./profiles.ts";
import { addDays, addYears } from "./years.ts";

/** Starts a grace period if the profile has one, and removes those that have ended. */
export function withGrace(
  domain: StoredDomain,
  grace: { status: GraceStatus; years: number; credit: number },
  at: Date,
): StoredDomain {
  const days = rulesOf(domain).profile.graceDays[grace.status];
  const graces = runningGraces(domain, at);
  if (days > 0) {
    graces.push({ ...grace, endsAt: addDays(at, days) });
  }
  return { ...domain, graces };
}

/** Reverts a domain's grace periods that take years back. Returns their refund, in cents. */
export function revertGracePeriods(
  domain: StoredDomain,
  statuses: readonly GraceStatus[],
  at: Date,
): { domain: StoredDomain; credit: number } {
  const taken = runningGraces(domain, at).filter((grace) => statuses.includes(grace.status));
  const years = taken.reduce((sum, grace) => sum + grace.years, 0);
  return {
    domain: {
      ...domain,
      expiresAt: addYears(domain.expiresAt, -years),
      graces: domain.graces.filter((grace) => !taken.includes(grace)),
    },
    credit: taken.reduce((sum, grace) => sum + grace.credit, 0),
  };
}
