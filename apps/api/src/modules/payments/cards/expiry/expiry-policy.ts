import { dayMs } from "../../../../kernel/durations.ts";

type Expiry = { expiryMonth: number; expiryYear: number };

/** The first moment at which a card can't be charged: after the end of its month. */
const expiryOf = ({ expiryMonth, expiryYear }: Expiry): Date => new Date(Date.UTC(expiryYear, expiryMonth));

/** The last day on which it can be charged. */
export const lastDayOf = (card: Expiry): Date => new Date(expiryOf(card).getTime() - dayMs);

const lastWeekMs = 7 * dayMs;

/** A month before the card expires, and a week before. Null after the last date. */
export function nextExpiryMailAt(card: Expiry, now: Date): Date | null {
  const { expiryMonth, expiryYear } = card;
  const dates = [
    new Date(Date.UTC(expiryYear, expiryMonth - 1)),
    new Date(expiryOf(card).getTime() - lastWeekMs),
  ];
  return dates.find((date) => date > now) ?? null;
}

export const hasExpired = (card: Expiry, now: Date): boolean => expiryOf(card) <= now;
