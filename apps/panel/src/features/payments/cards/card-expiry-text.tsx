"use client";
import type { PaymentMethod } from "@zonepost/schema";
import { cardStates } from "@zonepost/schema/status";
import { useFormatter, useTranslations } from "next-intl";
import { useNow } from "@/ui/clock.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { useMomentText } from "@/ui/values/moment.tsx";
import { cardStateOf } from "./card-state.ts";

/** The month of expiry in the reader's format: "08/2030". */
export function CardExpiry({ card }: { card: PaymentMethod }) {
  const format = useFormatter();
  const month = new Date(Date.UTC(card.expiryYear, card.expiryMonth - 1));
  return (
    <span style={{ fontVariantNumeric: "tabular-nums" }}>
      {format.dateTime(month, { month: "2-digit", year: "numeric", timeZone: "UTC" })}
    </span>
  );
}

/** Why a charge of the card may fail, if it may: it has expired, expires soon, or was declined. */
export function CardStatus({ card }: { card: PaymentMethod }) {
  const t = useTranslations("payments");
  const write = useMomentText();
  const now = useNow();
  const state = cardStateOf(card, now);
  if (state === "valid") {
    return null;
  }
  const { lastFailure } = card;
  return (
    <StatusBadge tone={cardStates[state].tone}>
      {state === "declined"
        ? t("declinedOn", {
            date: lastFailure ? write(lastFailure.failedAt, "date") : "",
            reason: lastFailure?.message ?? "",
          })
        : t(`card_${state}`)}
    </StatusBadge>
  );
}
