import type { DomainNotification } from "@zonepost/schema/panel";

export type NoticeEmail =
  | { state: "sent"; to: (string | null)[]; at: string }
  | { state: "scheduled"; at: string }
  | { state: "obsolete" | "no_recipient" | "digest" }
  /** An event without an email. */
  | { state: "webhooks" };

/** The notice 15 days before expiry is only an event. */
export const isEmailed = (days: number): boolean => days !== 15;

/** Whether the notice of this many days before expiry was emailed. */
export function noticeEmail(
  days: number,
  expiresAt: string,
  notifications: readonly DomainNotification[],
): NoticeEmail {
  const found = notifications.find(
    (one) => one.kind === "domain_expiring" && one.windowDays === days && one.expiresAt === expiresAt,
  );
  if (!found) {
    return { state: "webhooks" };
  }
  if (found.scheduledFor !== null) {
    return { state: "scheduled", at: found.scheduledFor };
  }
  if (found.notSent !== null) {
    return { state: found.notSent };
  }
  const [first] = found.emails;
  return first
    ? { state: "sent", to: found.emails.map(({ to }) => to), at: first.at }
    : { state: "no_recipient" };
}
