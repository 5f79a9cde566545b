import type { PaymentMethod } from "@zonepost/schema";
import { expiryStateOf } from "./card-expiry.ts";

/** A saved card's ID, the default card of a workspace whose cards aren't shown, or the processor's page. */
export type CardChoice = string;

/**
 * The default card, or another one if it has expired. Without a card that can be chosen, a page; without the right to see
 * the cards, whatever the default is.
 */
export function preselectedCard(cards: readonly PaymentMethod[] | undefined, now: Date): CardChoice {
  if (cards === undefined) {
    return "default";
  }
  const choosable = cards.filter((card) => expiryStateOf(card, now) !== "expired");
  return (choosable.find(({ isDefault }) => isDefault) ?? choosable[0])?.id ?? "page";
}

/** How the API is asked to charge the choice. */
export function wishOf(choice: CardChoice): { paymentMethodId?: string; hosted: boolean } {
  switch (choice) {
    case "default":
      return { hosted: false };
    case "page":
      return { hosted: true };
    default:
      return { paymentMethodId: choice, hosted: false };
  }
}
