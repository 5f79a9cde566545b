import type { Language } from "@zonepost/schema";
import { locales } from "../../../kernel/locales.ts";
import type { Price } from "../../payments/index.ts";

/** Such as "297.00 EUR". */
export const formatMoney = ({ priceCents, currency }: Price): string =>
  `${(priceCents / 100).toFixed(2)} ${currency}`;

/** As people write it in emails, such as "€1,250.00" or "1.250,00 €". */
export const formatPrice = (language: Language, { priceCents, currency }: Price): string =>
  new Intl.NumberFormat(locales[language], { style: "currency", currency }).format(priceCents / 100);

/** For programs, in addition to the text. */
export const priceMembers = ({ priceCents, currency }: Price): Price => ({ priceCents, currency });

/** A twelfth of the yearly price, rounded up. */
export const monthlyPriceCents = (registerYearCents: number): number => Math.ceil(registerYearCents / 12);
