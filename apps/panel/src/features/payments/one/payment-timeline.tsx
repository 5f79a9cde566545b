"use client";
import type { PaymentDetails } from "@zonepost/schema/panel";
import { paymentStepTones } from "@zonepost/schema/status";
import { useTranslations } from "next-intl";
import { useNow } from "@/ui/clock.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { Moment, RelativeMoment } from "@/ui/values/moment.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { useCardName } from "../cards/card-name.tsx";
import { countdownOf } from "../cooldown/countdown.ts";
import classes from "./payment-timeline.module.css";
import { type TimelineEntry, timelineOf } from "./timeline.ts";

/** What happened to a payment, and its confirmation if that is ahead. */
export function PaymentTimeline({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations("payment");
  const now = useNow();
  const countdown = countdownOf(payment, now);
  return (
    <ol className={classes.timeline}>
      {timelineOf(payment).map((entry) => (
        <Entry key={entry.kind + entry.at} entry={entry} payment={payment} />
      ))}
      {countdown?.kind === "running" ? (
        <li data-ahead>
          <StatusBadge tone={paymentStepTones.confirms}>{t("step_confirms")}</StatusBadge>
          <span className={classes.when}>
            <Moment at={countdown.confirmsAt} detail="minute" /> ·{" "}
            <RelativeMoment at={countdown.confirmsAt} />
          </span>
        </li>
      ) : null}
    </ol>
  );
}

function Entry({ entry, payment }: { entry: TimelineEntry; payment: PaymentDetails }) {
  const t = useTranslations("payment");
  const money = useMoney();
  const cardName = useCardName();
  const { kind, at, by, reason, amountCents } = entry;
  const card = payment.card ? cardName(payment.card) : t("aCard");
  const amount = money(amountCents ?? payment.amountCents, payment.currency);
  return (
    <li>
      <StatusBadge tone={paymentStepTones[kind]}>{t(`step_${kind}`, { amount, card })}</StatusBadge>
      {reason ? <span className={classes.reason}>{reason}</span> : null}
      <span className={classes.when}>
        <Moment at={at} detail="minute" />
        {by && by.kind !== "system" ? ` · ${by.name}` : null}
      </span>
    </li>
  );
}
