import type { Language, WorkspaceRole } from "@zonepost/schema";
import { locales } from "../../../kernel/locales.ts";
import { typedText } from "./email-text.ts";

/** Such as "21 November 2026". */
export const formatDay = (language: Language, date: Date): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeZone: "UTC" }).format(date);

/** A date and time with its zone, such as "21 November 2026 at 11:52 UTC". */
export function formatInstant(language: Language, instant: Date): string {
  const format = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return `${new Intl.DateTimeFormat(locales[language], format).format(instant)} UTC`;
}

/** As people write it, such as "€1,250.00" or "1.250,00 €". */
export const formatPrice = (
  language: Language,
  { priceCents, currency }: { priceCents: number; currency: string },
): string =>
  new Intl.NumberFormat(locales[language], { style: "currency", currency }).format(priceCents / 100);

/** Such as "19%" or "25,5 %". */
export const formatPercent = (language: Language, percent: number): string =>
  new Intl.NumberFormat(locales[language], { style: "percent", maximumFractionDigits: 3 }).format(
    percent / 100,
  );

const withTax: Record<Language, (total: string, percent: string) => string> = {
  en: (total, percent) => `${total} with ${percent} tax`,
  de: (total, percent) => `${total} inkl. ${percent} Steuer`,
};

/** What is charged, with the tax that it includes, such as "€17.67 with 19% tax". */
export function formatTotal(
  language: Language,
  { totalCents, taxPercent, currency }: { totalCents: number; taxPercent: number; currency: string },
): string {
  const total = formatPrice(language, { priceCents: totalCents, currency });
  return taxPercent === 0 ? total : withTax[language](total, formatPercent(language, taxPercent));
}

const labels: Record<Language, { when: string; where: string; device: string }> = {
  en: { when: "When", where: "From", device: "Device" },
  de: { when: "Wann", where: "Von", device: "Gerät" },
};

/** The time and origin of an action; unknown parts are omitted. */
export function describeOrigin(
  language: Language,
  origin: { at: Date; ipAddress?: string | null; userAgent?: string | null },
): [label: string, value: string][] {
  const { when, where, device } = labels[language];
  const facts: [label: string, value: string][] = [[when, formatInstant(language, origin.at)]];
  if (origin.ipAddress) {
    facts.push([where, typedText(origin.ipAddress)]);
  }
  if (origin.userAgent) {
    facts.push([device, typedText(origin.userAgent, 200)]);
  }
  return facts;
}

const roles: Record<Language, Record<WorkspaceRole, string>> = {
  en: {
    owner: "owner",
    admin: "administrator",
    member: "member",
    billing: "billing",
    read_only: "read-only",
  },
  de: {
    owner: "Eigentümer",
    admin: "Administrator",
    member: "Mitglied",
    billing: "Abrechnung",
    read_only: "Lesezugriff",
  },
};

export const formatRole = (language: Language, role: WorkspaceRole): string => roles[language][role];

/** A word of the table of statuses within a sentence. */
export const inSentence = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1);
