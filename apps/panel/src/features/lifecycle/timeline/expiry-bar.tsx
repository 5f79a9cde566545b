"use client";
import type { TldOffer } from "@zonepost/schema";
import type { DomainNotification } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { daysLeft, expiryUrgency } from "@/features/domains/days-left.ts";
import type { Domain } from "@/features/domains/domain.ts";
import { useNow } from "@/ui/clock.tsx";
import { Moment, RelativeMoment, useMomentText } from "@/ui/values/moment.tsx";
import classes from "./expiry-bar.module.css";
import { LifePicture } from "./life-picture.tsx";
import { isEmailed, noticeEmail } from "./notice-email.ts";
import { paidYear } from "./paid-year.ts";

const onlyPaid = { graceDays: 0, redemptionDays: 0, pendingDeleteDays: 0 };

/** One timeline: the paid period, the registry's phases after it, the expiry notices and who was emailed. */
export function ExpiryBar(props: {
  domain: Domain;
  /** Without it, only the paid period is known. */
  offer: TldOffer | undefined;
  autoRenew: boolean;
  notifications: readonly DomainNotification[];
}) {
  const { domain, offer, autoRenew, notifications } = props;
  const { registeredAt, expiresAt } = domain;
  const t = useTranslations("domain");
  const now = useNow();
  const { start, notices } = paidYear(expiresAt, registeredAt, now);
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
      <LifePicture
        domain={{ ...domain, registeredAt: start }}
        periods={offer ?? onlyPaid}
        urgency={urgency}
        marks={notices.map((notice) => notice.share)}
      />
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
