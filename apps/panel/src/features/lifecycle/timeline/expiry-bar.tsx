"use client";
import { useTranslations } from "next-intl";
import { daysLeft, expiryUrgency } from "@/features/domains/days-left.ts";
import { useNow } from "@/ui/clock.tsx";
import { Moment, RelativeMoment } from "@/ui/values/moment.tsx";
import classes from "./expiry-bar.module.css";
import { paidYear } from "./paid-year.ts";

/** The paid period on one line, with its expiry notices. */
export function ExpiryBar(props: { registeredAt: string; expiresAt: string; autoRenew: boolean }) {
  const { registeredAt, expiresAt, autoRenew } = props;
  const t = useTranslations("domain");
  const now = useNow();
  const { start, share, notices } = paidYear(expiresAt, registeredAt, now);
  const urgency = expiryUrgency(daysLeft(now, expiresAt), autoRenew);
  const next = notices.find(({ state }) => state === "ahead");
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
            <span>
              {notice.state === "past"
                ? t("noticeGiven")
                : notice.state === "before"
                  ? t("noticeNone")
                  : notice === next
                    ? t("noticeNext")
                    : t("noticeLater")}
            </span>
          </span>
        ))}
      </div>
    </div>
  );
}
