import type { DomainOperationKind, StatusExplanation } from "@zonepost/schema";
import type { DomainRow } from "../model/domain-row.ts";
import { noticeWindowsDays } from "../rules/notices.ts";
import { addDays } from "../rules/schedule.ts";

type Explained = Pick<
  DomainRow,
  "status" | "autoRenew" | "paidUntil" | "nextRenewalAt" | "nextDeletionAt" | "statusEndsAt" | "suspendedAt"
>;

/** Explains a domain's status, who acts next, and the deadline. `operation` is the open one. */
export function explainStatus(
  domain: Explained,
  operation: DomainOperationKind | null,
  now: Date,
): StatusExplanation {
  const { autoRenew, paidUntil, nextRenewalAt, nextDeletionAt, statusEndsAt } = domain;
  const explain = (code: string, nextActor: StatusExplanation["nextActor"], until: Date | null) => ({
    code,
    nextActor,
    until: until?.toISOString() ?? null,
  });
  if (domain.suspendedAt !== null && (domain.status === "active" || domain.status === "expired")) {
    return explain("suspended_unpaid", "you", null);
  }
  switch (domain.status) {
    case "pending":
      return explain("pending_registration", "registry", null);
    case "active":
      if (autoRenew) {
        return explain("active_auto_renew", "zonepost", nextRenewalAt ?? paidUntil);
      }
      return explain(isSoon(paidUntil, now) ? "expires_soon" : "active", "you", paidUntil);
    case "expired":
      return autoRenew
        ? explain("expired_in_grace", "zonepost", nextRenewalAt)
        : explain("expired_in_grace", "you", nextDeletionAt);
    case "redemption":
      return explain("in_redemption", "you", statusEndsAt);
    case "pending_delete":
      return explain("pending_delete", "registry", statusEndsAt);
    case "pending_transfer":
      return operation === "transfer_in"
        ? explain("transferring_in", "other_registrar", statusEndsAt)
        : explain("transferring_out", "you", statusEndsAt);
    case "deleted":
    case "transferred_out":
      return explain(domain.status, "nobody", null);
  }
}

const isSoon = (paidUntil: Date, now: Date) => addDays(now, Math.max(...noticeWindowsDays)) >= paidUntil;
