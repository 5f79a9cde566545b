import type { DomainOperationKind, DomainRenewal, StatusExplanation } from "@zonepost/schema";
import { type DomainSituation, domainSituations } from "@zonepost/schema/status";
import type { DomainRow } from "../model/domain-row.ts";
import { noticeWindowsDays } from "../rules/notices.ts";
import { addDays } from "../rules/schedule.ts";

type Explained = Pick<
  DomainRow,
  "status" | "autoRenew" | "paidUntil" | "nextRenewalAt" | "nextDeletionAt" | "statusEndsAt" | "suspendedAt"
> & { graceEndsAt: Date };

type Circumstances = {
  /** The open one. */
  operation: DomainOperationKind | null;
  renewal: Pick<DomainRenewal, "state"> | null;
  now: Date;
};

/** Explains a domain's status, who acts next, and the deadline. */
export function explainStatus(
  domain: Explained,
  { operation, renewal, now }: Circumstances,
): StatusExplanation {
  const { status, autoRenew, paidUntil, nextRenewalAt, nextDeletionAt, statusEndsAt } = domain;
  const isLive = status === "active" || status === "expired";
  if (domain.suspendedAt !== null && isLive) {
    return explain("suspended_unpaid", null);
  }
  if (renewal?.state === "failed" && isLive) {
    return explain("renewal_failed", status === "active" ? paidUntil : domain.graceEndsAt);
  }
  switch (status) {
    case "pending":
      return explain("pending_registration", null);
    case "active":
      if (autoRenew) {
        return explain("active_auto_renew", nextRenewalAt ?? paidUntil);
      }
      return explain(isSoon(paidUntil, now) ? "expires_soon" : "active", paidUntil);
    case "expired":
      return autoRenew
        ? { ...explain("expired_in_grace", nextRenewalAt), nextActor: "zonepost" }
        : explain("expired_in_grace", nextDeletionAt);
    case "redemption":
      return explain("in_redemption", statusEndsAt);
    case "pending_delete":
      return explain("pending_delete", statusEndsAt);
    case "pending_transfer":
      return explain(operation === "transfer_in" ? "transferring_in" : "transferring_out", statusEndsAt);
    case "deleted":
    case "transferred_out":
      return explain(status, null);
  }
}

const explain = (code: DomainSituation, until: Date | null): StatusExplanation => ({
  code,
  nextActor: domainSituations[code].nextActor,
  until: until?.toISOString() ?? null,
});

const isSoon = (paidUntil: Date, now: Date) => addDays(now, Math.max(...noticeWindowsDays)) >= paidUntil;
