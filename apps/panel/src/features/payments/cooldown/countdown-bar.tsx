"use client";
import { paymentCooldownDays } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useNow } from "@/ui/clock.tsx";
import { Hint } from "@/ui/hint.tsx";
import { useMomentText, useRelativeText } from "@/ui/values/moment.tsx";
import classes from "./countdown.module.css";
import { type Countdown, countdownOf, type PaymentStanding } from "./countdown.ts";

/** The countdown in a sentence: "Will be confirmed in 12 days, on 3 Dec 2026". */
export function useCountdownText() {
  const t = useTranslations("paymentWords");
  const write = useMomentText();
  const relative = useRelativeText();
  return (countdown: Countdown): string => {
    switch (countdown.kind) {
      case "running": {
        const { confirmsAt } = countdown;
        return t("countdown_running", { when: relative(confirmsAt), date: write(confirmsAt, "date") });
      }
      case "confirming":
        return t("countdown_confirming");
      case "paused":
        return t(`countdown_paused_${countdown.reason}`, { days: countdown.daysLeft });
      case "confirmed":
        return t("countdown_confirmed", { date: write(countdown.at, "date") });
      case "ended":
        return t(`countdown_ended_${countdown.reason}`);
    }
  };
}

/** "Final on 3 Dec 2026" */
function useBriefCountdown() {
  const t = useTranslations("paymentWords");
  const write = useMomentText();
  return (countdown: Countdown): string => {
    switch (countdown.kind) {
      case "running": {
        const { confirmsAt } = countdown;
        return t("brief_running", { date: write(confirmsAt, "date") });
      }
      case "confirming":
        return t("brief_confirming");
      case "paused":
        return t(`brief_paused_${countdown.reason}`, { days: countdown.daysLeft });
      case "confirmed":
        return write(countdown.at, "date");
      case "ended":
        return t("brief_ended");
    }
  };
}

/**
 * The countdown above a bar of the part that has passed. Nothing until the payment is received.
 *
 * @param brief for a column, whose head names it. On a phone, where rows are cards without a head, it is a sentence
 */
export function CountdownBar({ payment, brief = false }: { payment: PaymentStanding; brief?: boolean }) {
  const t = useTranslations("paymentWords");
  const now = useNow();
  const inSentence = useCountdownText();
  const inBrief = useBriefCountdown();
  const countdown = countdownOf(payment, now);
  if (!countdown) {
    return null;
  }
  return (
    <span className={classes.countdown}>
      <span data-ended={countdown.kind === "ended" || undefined}>
        {brief ? (
          <Hint label={t("finalHint", { days: paymentCooldownDays })}>
            <span className={classes.inColumn}>{inBrief(countdown)}</span>
          </Hint>
        ) : null}
        <span className={brief ? classes.inCard : undefined}>{inSentence(countdown)}</span>
      </span>
      {"share" in countdown ? (
        <span className={classes.bar} data-kind={countdown.kind} aria-hidden>
          <span style={{ width: `${countdown.share * 100}%` }} />
        </span>
      ) : null}
    </span>
  );
}
