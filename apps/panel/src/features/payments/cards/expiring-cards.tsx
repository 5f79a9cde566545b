"use client";
import type { PaymentMethod } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useNow } from "@/ui/clock.tsx";
import { Notice } from "@/ui/notices/notice.tsx";
import { expiryStateOf } from "./card-expiry.ts";
import { useCardName } from "./card-name.tsx";

/** Warns of cards that expire within a month. One that has expired only matters if it is still charged. */
export function ExpiringCards({ cards }: { cards: readonly PaymentMethod[] }) {
  const t = useTranslations("payments");
  const now = useNow();
  const name = useCardName();
  return cards.map((card) => {
    const state = expiryStateOf(card, now);
    if (state === "valid" || (state === "expired" && !card.isDefault)) {
      return null;
    }
    return (
      <Notice key={card.id} title={t(`warn_${state}`, { card: name(card) })}>
        {t(card.isDefault ? `warnDefault_${state}` : "warnOther_soon")}
      </Notice>
    );
  });
}
