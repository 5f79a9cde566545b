import type { Language } from "@zonepost/schema";

/** Each language in its own name, for people who don't read the current one. */
export const languageNames: Record<Language, string> = { en: "English", de: "Deutsch" };
