import type { Language } from "@zonepost/schema";

export { formatInstant } from "../../accounts/index.ts";

const locales: Record<Language, string> = { en: "en-GB", de: "de-DE" };

/** Such as "21 November 2026". */
export const formatDay = (language: Language, date: Date): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeZone: "UTC" }).format(date);

/** A time in the details of a history entry. */
export function momentOf(details: Record<string, unknown>, key: string): Date | null {
  const value = details[key];
  return typeof value === "string" ? new Date(value) : null;
}
