"use client";
import type { PaymentMethod } from "@zonepost/schema";
import { cardStates } from "@zonepost/schema/status";
import { useFormatter, useTranslations } from "next-intl";
import { useNow } from "@/ui/clock.tsx";
import { StatusBadge } from "@/ui/notices/status-badge.tsx";
import { expiryStateOf } from "./card-expiry.ts";

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

/** Whether the card can still be used, for a card that can't or soon can't. */
export function CardExpiryStatus({ card }: { card: PaymentMethod }) {
  const t = useTranslations("payments");
  const now = useNow();
  const state = expiryStateOf(card, now);
  return state === "valid" ? null : (
    <StatusBadge tone={cardStates[state].tone}>{t(`expiry_${state}`)}</StatusBadge>
  );
}
