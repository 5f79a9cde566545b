"use client";
import { useTranslations } from "next-intl";
import { useNow } from "@/ui/clock.tsx";
import { useMomentText, useRelativeText } from "@/ui/values/moment.tsx";
import classes from "./countdown.module.css";
import { type Countdown, countdownOf, type PaymentStanding } from "./countdown.ts";

/** The countdown in a sentence: "Confirms in 12 days, on 3 Dec 2026". */
function useCountdownText() {
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

/** The countdown in a sentence, above a bar of the part that has passed. Nothing until the payment is received. */
export function CountdownBar({ payment }: { payment: PaymentStanding }) {
  const now = useNow();
  const words = useCountdownText();
  const countdown = countdownOf(payment, now);
  if (!countdown) {
    return null;
  }
  return (
    <span className={classes.countdown}>
      <span data-ended={countdown.kind === "ended" || undefined}>{words(countdown)}</span>
      {"share" in countdown ? (
        <span className={classes.bar} data-kind={countdown.kind} aria-hidden>
          <span style={{ width: `${countdown.share * 100}%` }} />
        </span>
      ) : null}
    </span>
  );
}
