"use client";
import type { PaymentMethod } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useMomentText } from "@/ui/values/moment.tsx";
import { useCardName } from "./card-name.tsx";

/** The saved cards can have a second one with the same network and digits. */
export const hasTwin = (card: PaymentMethod, cards: readonly PaymentMethod[]): boolean =>
  cards.some(({ id, brand, last4 }) => id !== card.id && brand === card.brand && last4 === card.last4);

/** A saved card's name in a sentence, and when it was added if that is needed to tell it from another. */
export function useSavedCardName(cards: readonly PaymentMethod[]) {
  const t = useTranslations("payments");
  const name = useCardName();
  const write = useMomentText();
  return (card: PaymentMethod): string =>
    hasTwin(card, cards)
      ? t("twinName", { card: name(card), date: write(card.createdAt, "minute") })
      : name(card);
}
