import type { Db } from "@zonepost/db";
import { dayMs, hourMs } from "../../../kernel/durations.ts";
import { countTry, uncountTry } from "../../../kernel/limits/rate-limit.ts";
import { digestOfAddress } from "./digest-of-address.ts";

/**
 * Mails that someone other than the recipient can trigger share a daily number per address, whatever their kind. A
 * browser in which the recipient has signed in has a number of its own, which strangers can't use up.
 */
export type MailShare = { purpose: "sign_in" | "other"; by: string };

export const shareOf = (purpose: MailShare["purpose"], browser?: string): MailShare => ({
  purpose,
  by: browser === undefined ? "strangers" : `browser:${browser}`,
});

/** Invitations and address changes leave room for links to sign in with. */
const mailsPerDay = { sign_in: 20, other: 10 } as const;

/**
 * Above the daily number, one link an hour still goes out to sign in with: otherwise strangers could keep the recipient
 * out for a day.
 */
export function isWithinShare(
  purpose: MailShare["purpose"],
  used: { today: number; beyondThisHour: number },
): boolean {
  return used.today <= mailsPerDay[purpose] || (purpose === "sign_in" && used.beyondThisHour <= 1);
}

/** Counts a mail to the address; false if it must not be sent, and then it doesn't count. */
export async function takeShare(
  db: Db,
  { purpose, by }: MailShare,
  { to, now }: { to: string; now: Date },
): Promise<boolean> {
  const bucket = `mails:${digestOfAddress(to)}:${by}`;
  const ofDay = { bucket, periodMs: dayMs, now };
  const today = (await countTry(db, ofDay)).used;
  const beyondThisHour =
    purpose === "sign_in" && today > mailsPerDay[purpose]
      ? (await countTry(db, { bucket, periodMs: hourMs, now })).used
      : 0;
  const isWithin = isWithinShare(purpose, { today, beyondThisHour });
  if (!isWithin) {
    await uncountTry(db, ofDay);
  }
  return isWithin;
}
