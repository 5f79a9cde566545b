import type { Language } from "@zonepost/schema";

const locales: Record<Language, string> = { en: "en-GB", de: "de-DE" };

/** A date as emails about mail write it. */
export const dayIn = (language: Language) => (date: Date) =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeZone: "UTC" }).format(date);
