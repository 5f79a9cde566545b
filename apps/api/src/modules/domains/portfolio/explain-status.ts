import type { DomainOperationKind, StatusExplanation } from "@zonepost/schema";
import type { DomainRow } from "../model/domain-row.ts";
import { noticeWindowsDays } from "../rules/notices.ts";
import { addDays } from "../rules/schedule.ts";

type Explained = Pick<
  DomainRow,
  "status" | "autoRenew" | "paidUntil" | "nextRenewalAt" | "nextDeletionAt" | "statusEndsAt"
>;

/** Explains a domain's status, who acts next, and the deadline. `operation` is the open one. */
export function explainStatus(
  domain: Explained,
  operation: DomainOperationKind | null,
  now: Date,
): StatusExplanation {
  const { autoRenew, paidUntil, nextRenewalAt, nextDeletionAt, statusEndsAt } = domain;
  const say = (code: string, nextActor: StatusExplanation["nextActor"], until: Date | null) => ({
    code,
    nextActor,
    until: until?.toISOString() ?? null,
  });
  switch (domain.status) {
    case "pending":
      return say("pending_registration", "registry", null);
    case "active":
      if (autoRenew) {
        return say("active_auto_renew", "zonepost", nextRenewalAt ?? paidUntil);
      }
      return say(isSoon(paidUntil, now) ? "expires_soon" : "active", "you", paidUntil);
    case "expired":
      return autoRenew
        ? say("expired_in_grace", "zonepost", nextRenewalAt)
        : say("expired_in_grace", "you", nextDeletionAt);
    case "redemption":
      return say("in_redemption", "you", statusEndsAt);
    case "pending_delete":
      return say("pending_delete", "registry", statusEndsAt);
    case "pending_transfer":
      return operation === "transfer_in"
        ? say("transferring_in", "other_registrar", statusEndsAt)
        : say("transferring_out", "you", statusEndsAt);
    case "deleted":
    case "transferred_out":
      return say(domain.status, "nobody", null);
  }
}

const isSoon = (paidUntil: Date, now: Date) => addDays(now, Math.max(...noticeWindowsDays)) >= paidUntil;
