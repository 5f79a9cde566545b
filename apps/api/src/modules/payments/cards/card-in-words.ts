import type { Language } from "@zonepost/schema";

/** The networks' own names, by the processor's. */
const brandNames: Record<string, string> = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

const words: Record<Language, (brand: string | undefined, last4: string) => string> = {
  en: (brand, last4) => `${brand ?? "card"} ending in ${last4}`,
  de: (brand, last4) => `${brand ? `${brand}-Karte` : "Karte"} mit den Endziffern ${last4}`,
};

/** Without an article, such as "Visa ending in 4242". */
export const cardInWords = (language: Language, { brand, last4 }: { brand: string; last4: string }): string =>
  words[language](brandNames[brand], last4);
