import type { CardBehavior, DeclineCode } from "./test-cards.ts";

export type CardOutcome =
  | { kind: "succeeds" }
  | { kind: "requires_authentication" }
  | { kind: "declined"; code: DeclineCode };

const declined = (code: DeclineCode): CardOutcome => ({ kind: "declined", code });

/** The bank's response when a card is saved. */
export function saveOutcome(
  behavior: CardBehavior,
  state: { isExpired: boolean; isAuthenticated: boolean },
): CardOutcome {
  if (behavior.declines?.when === "saved_or_charged") {
    return declined(behavior.declines.code);
  }
  if (state.isExpired) {
    return declined("expired_card");
  }
  return behavior.authentication && !state.isAuthenticated
    ? { kind: "requires_authentication" }
    : { kind: "succeeds" };
}

/** The bank's response to a charge. Off-session, no customer is there to authenticate. */
export function chargeOutcome(
  behavior: CardBehavior,
  state: { isExpired: boolean; isAuthenticated: boolean; isOffSession: boolean; isSetUp: boolean },
): CardOutcome {
  if (behavior.declines) {
    return declined(behavior.declines.code);
  }
  if (state.isExpired) {
    return declined("expired_card");
  }
  const isExempt = behavior.authentication === "unless_set_up" && state.isOffSession && state.isSetUp;
  if (!behavior.authentication || isExempt || state.isAuthenticated) {
    return { kind: "succeeds" };
  }
  return state.isOffSession ? declined("authentication_required") : { kind: "requires_authentication" };
}

/** A card is valid through the last day of its month. */
export function isCardExpired(card: { exp_month: number; exp_year: number }, now: Date): boolean {
  return Date.UTC(card.exp_year, card.exp_month, 1) <= now.getTime();
}
