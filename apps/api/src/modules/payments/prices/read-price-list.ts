import type { MailPlanSlug } from "@zonepost/schema";
import { ConfigFileError, parseConfigFile } from "../../../kernel/config-file.ts";
import { type MinimumCharges, type PriceList, priceListFile } from "./price-list.ts";
import { missingFixedPrices, type TldToPrice, unchargeablePrices } from "./price-policy.ts";

/** Throws a {@link ConfigFileError} that names each row to correct or to add. */
export function readPriceList(
  json: string,
  onOffer: readonly TldToPrice[],
  minimumChargeCents: MinimumCharges,
): PriceList {
  const file = priceListFile(minimumChargeCents);
  const { currency, mailPlans, ...rest } = parseConfigFile(file, json, "is not a field");
  const list = {
    ...rest,
    currency,
    minimumCents: minimumChargeCents[currency] ?? 0,
    mailPlans: mailPlanPricesIn(currency, mailPlans),
  };
  const problems = [...unchargeablePrices(list), ...missingFixedPrices(list, onOffer)];
  if (problems.length > 0) {
    throw new ConfigFileError(problems.join("\n"));
  }
  return list;
}

/** Without a list outside the sandbox. */
export const freeMailPlans = { starter: 0, pro: 0, business: 0 };

/** The prices without a list: each registry's own. */
export const priceListOfRegistries = (
  currency: string,
  mailPlanYearCents: Record<MailPlanSlug, number>,
  minimumChargeCents: MinimumCharges,
): PriceList => ({
  currency: null,
  minimumCents: minimumChargeCents[currency] ?? 0,
  taxPercent: 0,
  taxPercentByCountry: {},
  default: {},
  tlds: {},
  mailPlans: mailPlanPricesIn(currency, mailPlanYearCents),
});

const mailPlanPricesIn = (
  currency: string,
  { starter, pro, business }: Record<MailPlanSlug, number>,
): PriceList["mailPlans"] => ({
  starter: { priceCents: starter, currency },
  pro: { priceCents: pro, currency },
  business: { priceCents: business, currency },
});
