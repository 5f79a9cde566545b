import type { StoredActor } from "@zonepost/db";
import type { DomainNotificationKind, DomainStatus } from "@zonepost/schema";
import { dayMs } from "../../../kernel/durations.ts";

/** A notification with what its mail says about the domain. */
export type Notified = {
  kind: DomainNotificationKind;
  domainName: string;
  occurredAt: Date;
  actor: StoredActor;
  details: Record<string, unknown>;
  domain: DomainNow;
  /** Of one more year, with tax; null if the registry didn't quote it. */
  cost: RenewalCost | null;
};

/** What will be charged. */
export type RenewalCost = { totalCents: number; taxPercent: number; currency: string };

/** The domain when the mail is written. */
type DomainNow = {
  status: DomainStatus;
  paidUntil: Date;
  autoRenew: boolean;
  nextRenewalAt: Date | null;
  nextDeletionAt: Date | null;
  /** Details of the last try to renew it for the present term. */
  failedRenewal: Record<string, unknown> | null;
};

/** True if the domain has changed since, so that the mail would be wrong. */
export function isObsolete({
  kind,
  details,
  domain,
}: Pick<Notified, "kind" | "details" | "domain">): boolean {
  const isSameTerm = details.expiresAt === domain.paidUntil.toISOString();
  switch (kind) {
    case "domain_expiring":
      return !isSameTerm || domain.status !== "active";
    case "domain_expired":
      return !isSameTerm || domain.status !== "expired";
    case "renewal_failed":
      return !isSameTerm || (domain.status !== "active" && domain.status !== "expired");
    case "transfer_out_requested":
    case "transfer_in_requested":
      return domain.status !== "pending_transfer";
    case "domain_deleted":
      return domain.status !== "redemption" && domain.status !== "pending_delete";
    default:
      return false;
  }
}

const renewsAutomatically = ({ domain }: Notified) => domain.autoRenew && domain.failedRenewal === null;

/** What an expiry notice says: a renewal that failed earlier matters more than the date. */
export const shownKind = ({ kind, domain }: Notified): DomainNotificationKind =>
  kind === "domain_expiring" && domain.failedRenewal !== null ? "renewal_failed" : kind;

function severity(notified: Notified): number {
  const kind = shownKind(notified);
  if (kind === "domain_expired") {
    return 0;
  }
  if (kind === "renewal_failed") {
    return 1;
  }
  return kind === "domain_expiring" && renewsAutomatically(notified) ? 3 : 2;
}

/** Worst first, and about expiry one entry per domain: its worst. */
export function worstFirst(all: readonly Notified[]): Notified[] {
  const sorted = all.toSorted(
    (one, other) =>
      severity(one) - severity(other) ||
      (isAboutExpiry(one) ? one.domain.paidUntil.getTime() - other.domain.paidUntil.getTime() : 0) ||
      one.occurredAt.getTime() - other.occurredAt.getTime(),
  );
  const seen = new Set<string>();
  return sorted.filter((notified) => {
    const key = `${notified.domainName} ${isAboutExpiry(notified) ? "expiry" : notified.kind}`;
    return !seen.has(key) && seen.add(key);
  });
}

export const isAboutExpiry = ({ kind }: Pick<Notified, "kind">): boolean =>
  kind === "domain_expiring" || kind === "domain_expired" || kind === "renewal_failed";

export type ExpiryGroup = "expired" | "failed" | "expiring" | "renewing";

export const expiryGroup = (notified: Notified): ExpiryGroup =>
  (["expired", "failed", "expiring", "renewing"] as const)[severity(notified)] ?? "expiring";

/** Whole days until the paid period ends, at least 1. */
export const daysLeft = (paidUntil: Date, now: Date): number =>
  Math.max(1, Math.ceil((paidUntil.getTime() - now.getTime()) / dayMs));
