import { dayMs } from "../../../ui/values/durations.ts";
export const expiryChoices = ["30", "90", "365", "date", "never"] as const;
export type ExpiryChoice = (typeof expiryChoices)[number];

/**
 * When a key expires: a number of days from now, at the end of a day in the user's time zone, or never (null).
 * Undefined until a future day is chosen.
 */
export function expiryOf(choice: ExpiryChoice, day: string, now: Date): string | null | undefined {
  if (choice === "never") {
    return null;
  }
  if (choice !== "date") {
    return new Date(now.getTime() + Number(choice) * dayMs).toISOString();
  }
  // A date without a zone is parsed as local time.
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) || end <= now ? undefined : end.toISOString();
}
