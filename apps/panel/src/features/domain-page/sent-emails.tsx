"use client";
import type { DomainNotification } from "@zonepost/schema/panel";
import { useTranslations } from "next-intl";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { Moment, useMomentText } from "@/ui/values/moment.tsx";
import classes from "./sent-emails.module.css";

/** What was emailed about a domain, to whom and when, newest first. */
export function SentEmails({ notifications }: { notifications: readonly DomainNotification[] }) {
  const t = useTranslations("domain");
  if (notifications.length === 0) {
    return null;
  }
  return (
    <Section title={t("emails")} description={t("emailsWords")}>
      <Surface>
        <ul className={classes.list}>
          {notifications.map((notification) => (
            <li key={notification.id}>
              <span className={classes.what}>
                <span>{t(`email_${notification.kind}`)}</span>
                <Moment at={notification.occurredAt} detail="time" />
              </span>
              <Outcome notification={notification} />
            </li>
          ))}
        </ul>
      </Surface>
    </Section>
  );
}

function Outcome({ notification }: { notification: DomainNotification }) {
  const t = useTranslations("domain");
  const write = useMomentText();
  const { scheduledFor, notSent, emails } = notification;
  if (scheduledFor !== null) {
    return (
      <span className={classes.outcome}>{t("emailScheduled", { date: write(scheduledFor, "time") })}</span>
    );
  }
  if (notSent !== null) {
    return <span className={classes.outcome}>{t(`emailNotSent_${notSent}`)}</span>;
  }
  const named = emails.filter(({ to }) => to !== null);
  return (
    <span className={classes.outcome}>
      {named.length === emails.length ? null : <span>{t("people", { count: emails.length })}</span>}
      {named.map(({ to, outcome, at }) => (
        <span key={to}>
          {to} · {t(`emailOutcome_${outcome}`)} <Moment at={at} detail="time" />
        </span>
      ))}
    </span>
  );
}
