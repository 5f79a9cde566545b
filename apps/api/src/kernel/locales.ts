import type { Language } from "@zonepost/schema";

/** For the dates, numbers and prices of emails. */
export const locales: Record<Language, string> = { en: "en-GB", de: "de-DE" };
