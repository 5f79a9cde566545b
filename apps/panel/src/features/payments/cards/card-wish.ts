import type { PaymentMethod } from "@zonepost/schema";

/** A saved card's ID, the default card of a workspace whose cards aren't shown, or the processor's page. */
export type CardChoice = string;

/** The default card. Without a card, a page; without the right to see the cards, whatever the default is. */
export function preselectedCard(cards: readonly PaymentMethod[] | undefined): CardChoice {
  if (cards === undefined) {
    return "default";
  }
  return (cards.find(({ isDefault }) => isDefault) ?? cards[0])?.id ?? "page";
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
