"use client";
import { VisuallyHidden } from "@mantine/core";
import type { PaymentMethod } from "@zonepost/schema";
import { useTranslations } from "next-intl";

type Card = Pick<PaymentMethod, "brand" | "last4">;

/** The networks' own names, which aren't translated, by Stripe's names for them. */
const brandNames = new Map([
  ["amex", "American Express"],
  ["cartes_bancaires", "Cartes Bancaires"],
  ["diners", "Diners Club"],
  ["discover", "Discover"],
  ["eftpos_au", "eftpos"],
  ["interac", "Interac"],
  ["jcb", "JCB"],
  ["link", "Link"],
  ["mastercard", "Mastercard"],
  ["unionpay", "UnionPay"],
  ["visa", "Visa"],
]);

/** A card's name in a sentence: "Visa ending in 4242". */
export function useCardName() {
  const t = useTranslations("payments");
  return ({ brand, last4 }: Card) => t("cardName", { brand: brandNames.get(brand) ?? t("card"), last4 });
}

/** "Visa •••• 4242", and for screen readers the name in a sentence. */
export function CardName({ card }: { card: Card }) {
  const t = useTranslations("payments");
  const name = useCardName();
  return (
    <>
      <span aria-hidden style={{ whiteSpace: "nowrap" }}>
        {brandNames.get(card.brand) ?? t("card")} •••• {card.last4}
      </span>
      <VisuallyHidden>{name(card)}</VisuallyHidden>
    </>
  );
}
