import type { PaymentMethod } from "@zonepost/schema";

export type ExpiryState = "valid" | "soon" | "expired";

/** A card is valid until the end of its month (UTC), and "soon" starts a month before that. */
export function expiryStateOf(
  { expiryMonth, expiryYear }: Pick<PaymentMethod, "expiryMonth" | "expiryYear">,
  now: Date,
): ExpiryState {
  const monthsLeft = (expiryYear - now.getUTCFullYear()) * 12 + (expiryMonth - 1) - now.getUTCMonth();
  if (monthsLeft < 0) {
    return "expired";
  }
  return monthsLeft === 0 ? "soon" : "valid";
}
