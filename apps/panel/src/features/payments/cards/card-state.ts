import type { PaymentMethod } from "@zonepost/schema";
import { expiryStateOf } from "./card-expiry.ts";

export type CardState = "valid" | "soon" | "expired" | "declined";

/** What matters most of a card that is going to be charged. */
export function cardStateOf(card: PaymentMethod, now: Date): CardState {
  const expiry = expiryStateOf(card, now);
  return expiry !== "expired" && card.lastFailure !== null ? "declined" : expiry;
}
