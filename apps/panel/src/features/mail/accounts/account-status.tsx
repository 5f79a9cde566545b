import type { MailAccount } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { StatusBadge, type Tone } from "@/ui/notices/status-badge.tsx";

type Status = "deleted" | "suspended" | "full" | "closed" | "sendOnly" | "receiveOnly" | "active";

const tones: Record<Status, Tone> = {
  deleted: "bad",
  suspended: "off",
  full: "warn",
  closed: "off",
  sendOnly: "info",
  receiveOnly: "info",
  active: "good",
};

/** The one that matters most, if several apply. */
function statusOf({ deletedAt, active, full, maySend, mayReceive }: MailAccount): Status {
  if (deletedAt !== null) {
    return "deleted";
  }
  if (!active) {
    return "suspended";
  }
  if (!maySend && !mayReceive) {
    return "closed";
  }
  if (full && mayReceive) {
    return "full";
  }
  return maySend ? (mayReceive ? "active" : "sendOnly") : "receiveOnly";
}

export function AccountStatus({ account }: { account: MailAccount }) {
  const t = useTranslations("mailAccount");
  const status = statusOf(account);
  return <StatusBadge tone={tones[status]}>{t(`status_${status}`)}</StatusBadge>;
}
