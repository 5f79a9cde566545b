import { domainToUnicode } from "node:url";
import type { Language } from "@zonepost/schema";
import { formatPercent, formatPrice } from "../../accounts/index.ts";
import type { OrderLineRow } from "../model/order-row.ts";
import { lineInWords } from "../model/policy.ts";

const german: Record<Exclude<OrderLineRow["kind"], "mail_plan">, string> = {
  registration: "Registrierung von",
  renewal: "Verlängerung von",
  restore: "Wiederherstellung von",
  transfer_in: "Transfer von",
  settlement: "Ausgleich einer Rückbuchung für",
};

type Line = Pick<OrderLineRow, "kind" | "domainName" | "years" | "planSlug">;

/** As on the receipt, with the domain in its own script. */
export function lineName(language: Language, line: Line): string {
  const named = { ...line, domainName: domainToUnicode(line.domainName) };
  if (language === "en") {
    return lineInWords(named);
  }
  const { kind, domainName, years, planSlug } = named;
  const subject = kind === "mail_plan" ? `Mail-Tarif ${planSlug} für` : german[kind];
  const term = years === null ? "" : `, ${years} ${years === 1 ? "Jahr" : "Jahre"}`;
  return `${subject} ${domainName}${term}`;
}

const germanReasons: Record<string, string> = {
  registry_refused: "Die Registry hat den Auftrag abgelehnt.",
  registry_silent: "Die Registry hat 24 Stunden lang nicht geantwortet.",
  registry_unavailable: "Die Registry hat nicht geantwortet.",
  registry_failed: "Die Registry konnte den Auftrag nicht ausführen.",
  domain_unavailable: "Der Name ist nicht mehr verfügbar.",
  name_unavailable: "Der Name ist nicht mehr verfügbar.",
  price_changed: "Der Preis hat sich geändert.",
  payment_returned: "Die Zahlung wurde zurückgegeben.",
  expiry_changed: "Das Ablaufdatum der Domain hat sich geändert. Vielleicht wurde sie schon verlängert.",
  domain_not_registered: "Die Domain wurde nicht registriert.",
  forbidden: "Wer bestellt hat, hat keinen Zugang mehr zum Arbeitsbereich.",
  wrong_auth_code: "Der Auth-Code ist falsch.",
  transfer_locked: "Die Domain ist gegen Transfers gesperrt.",
  transfer_rejected: "Der bisherige Registrar hat den Transfer abgelehnt.",
  transfer_cancelled: "Der Transfer wurde abgebrochen.",
};

/** Why a line wasn't carried out. */
export function reasonText(language: Language, failure: OrderLineRow["failure"]): string {
  const { code = "", message = "" } = failure ?? {};
  return language === "en" ? message : (germanReasons[code] ?? "Der Grund steht in der Bestellung.");
}

export const money = (language: Language, priceCents: number, currency: string): string =>
  formatPrice(language, { priceCents, currency });

/** The labels that several of these emails share. */
export const labels: Record<Language, Record<"order" | "workspace" | "total" | "seePayments", string>> = {
  en: {
    order: "Order",
    workspace: "Workspace",
    total: "Total",
    seePayments: "You're receiving this email because you can see the workspace's payments.",
  },
  de: {
    order: "Bestellung",
    workspace: "Arbeitsbereich",
    total: "Gesamtbetrag",
    seePayments: "Sie erhalten diese E-Mail, weil Sie die Zahlungen des Arbeitsbereichs sehen können.",
  },
};

/** Such as "Includes 19% tax". */
export const taxLabel: Record<Language, (percent: number) => string> = {
  en: (percent) => `Includes ${formatPercent("en", percent)} tax`,
  de: (percent) => `Enthaltene Steuer (${formatPercent("de", percent)})`,
};
