export const expiryChoices = ["30", "90", "365", "date", "never"] as const;
export type ExpiryChoice = (typeof expiryChoices)[number];

const dayMs = 86_400_000;

/**
 * When a key stops working: so many days from now, at the end of a day of the person's own, or never (null).
 * Undefined while no day is chosen, or one that has passed.
 */
export function expiryOf(choice: ExpiryChoice, day: string, now: Date): string | null | undefined {
  if (choice === "never") {
    return null;
  }
  if (choice !== "date") {
    return new Date(now.getTime() + Number(choice) * dayMs).toISOString();
  }
  // Without a zone it is read as local time.
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) || end <= now ? undefined : end.toISOString();
}
