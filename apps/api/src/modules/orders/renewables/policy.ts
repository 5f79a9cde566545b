import { dayMs } from "../../../kernel/durations.ts";

/** The paid period that is to be extended. */
export type RenewalTerm = {
  expiresAt: Date;
  /** Days before the expiry at which the card is tried first. */
  leadDays: number;
  /** When an unpaid domain or plan is ended. Registries that keep the fee of their own renewal allow no time after expiry. */
  graceEndsAt: Date;
};

const laterDaysBefore = [14, 7, 3, 1];
const graceIntervalDays = 3;

/** The card is tried once per date. */
export function tryDates({ expiresAt, leadDays, graceEndsAt }: RenewalTerm): Date[] {
  const before = [leadDays, ...laterDaysBefore.filter((days) => days < leadDays)].map((days) => -days);
  const graceDays = Math.floor((graceEndsAt.getTime() - expiresAt.getTime()) / dayMs);
  const triesInGrace = Math.max(0, Math.floor(graceDays / graceIntervalDays));
  const inGrace = Array.from({ length: triesInGrace }, (_, index) => (index + 1) * graceIntervalDays);
  return [...before, ...inGrace]
    .map((days) => new Date(expiresAt.getTime() + days * dayMs))
    .filter((date) => date < graceEndsAt);
}

export type Try = {
  /** The date that the present try belongs to; null before the first. */
  since: Date | null;
  /** Null after the last one. */
  next: Date | null;
};

export function tryAt(term: RenewalTerm, now: Date): Try {
  const dates = tryDates(term);
  return {
    since: dates.findLast((date) => date <= now) ?? null,
    next: dates.find((date) => date > now) ?? null,
  };
}
