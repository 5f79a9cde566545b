import type { MailAccount } from "@zonepost/schema";
import { mailAccountStates } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";

type Status = "deleted" | "suspended" | "limited" | "full" | "closed" | "sendOnly" | "receiveOnly" | "active";

/** The one that matters most, if several apply. */
function statusOf({
  deletedAt,
  active,
  full,
  maySend,
  mayReceive,
  sendingLimitedUntil,
}: MailAccount): Status {
  if (deletedAt !== null) {
    return "deleted";
  }
  if (!active) {
    return "suspended";
  }
  if (!maySend && !mayReceive) {
    return "closed";
  }
  if (sendingLimitedUntil !== null && maySend) {
    return "limited";
  }
  if (full && mayReceive) {
    return "full";
  }
  return maySend ? (mayReceive ? "active" : "sendOnly") : "receiveOnly";
}

export function AccountStatus({ account }: { account: MailAccount }) {
  const t = useTranslations("mailAccount");
  const status = statusOf(account);
  return <StatusBadge tone={mailAccountStates[status].tone}>{t(`status_${status}`)}</StatusBadge>;
}
