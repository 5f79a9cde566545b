"use client";
import type { DomainNotification } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { daysLeft, expiryUrgency } from "@/features/domains/days-left.ts";
import { useNow } from "@/ui/clock.tsx";
import { Moment, RelativeMoment, useMomentText } from "@/ui/values/moment.tsx";
import classes from "./expiry-bar.module.css";
import { isEmailed, noticeEmail } from "./notice-email.ts";
import { paidYear } from "./paid-year.ts";

/** The paid period on one line, with its expiry notices and who was emailed. */
export function ExpiryBar(props: {
  registeredAt: string;
  expiresAt: string;
  autoRenew: boolean;
  notifications: readonly DomainNotification[];
}) {
  const { registeredAt, expiresAt, autoRenew, notifications } = props;
  const t = useTranslations("domain");
  const now = useNow();
  const { start, share, notices } = paidYear(expiresAt, registeredAt, now);
  const urgency = expiryUrgency(daysLeft(now, expiresAt), autoRenew);
  const next = notices.find(({ state, days }) => state === "ahead" && isEmailed(days));
  return (
    <div>
      <div className={classes.head}>
        <span className={classes.big}>
          <Moment at={expiresAt} />
        </span>
        <span className={classes.distance} data-urgency={urgency}>
          <RelativeMoment at={expiresAt} />
        </span>
      </div>
      <div
        className={classes.bar}
        role="img"
        aria-label={t("paidShare", { percent: Math.round(share * 100) })}
        data-urgency={urgency}
      >
        <span className={classes.window} style={{ insetInlineStart: `${(notices[0]?.share ?? 1) * 100}%` }} />
        <span className={classes.used} style={{ width: `${share * 100}%` }} />
        {notices.map((notice) => (
          <span
            key={notice.days}
            className={classes.tick}
            style={{ insetInlineStart: `${notice.share * 100}%` }}
          />
        ))}
      </div>
      <div className={classes.ends}>
        <Moment at={start} />
        <Moment at={expiresAt} />
      </div>
      <div className={classes.notices}>
        <span>{t("notices")}</span>
        {notices.map((notice) => (
          <span
            key={notice.days}
            className={classes.notice}
            data-past={notice.state !== "ahead" || undefined}
          >
            <b>{t("daysBefore", { days: notice.days })}</b>
            <Moment at={notice.at} />
            {notice.state === "past" ? (
              <PastNotice days={notice.days} expiresAt={expiresAt} notifications={notifications} />
            ) : (
              <span>
                {t(
                  notice.state === "before"
                    ? "notice_none"
                    : !isEmailed(notice.days)
                      ? "notice_webhooks"
                      : notice === next
                        ? "notice_next"
                        : "notice_later",
                )}
              </span>
            )}
          </span>
        ))}
      </div>
    </div>
  );
}

function PastNotice(props: {
  days: number;
  expiresAt: string;
  notifications: readonly DomainNotification[];
}) {
  const t = useTranslations("domain");
  const write = useMomentText();
  const email = noticeEmail(props.days, props.expiresAt, props.notifications);
  switch (email.state) {
    case "sent": {
      const [first = null] = email.to;
      const to = email.to.length === 1 && first !== null ? first : t("people", { count: email.to.length });
      return (
        <span title={email.to.filter((one) => one !== null).join(", ")}>
          {t("notice_sent", { to, date: write(email.at, "date") })}
        </span>
      );
    }
    case "scheduled":
      return <span>{t("notice_scheduled", { date: write(email.at, "time") })}</span>;
    default:
      return <span>{t(`notice_${email.state}`)}</span>;
  }
}
