import { countryCodes, type MailPlanSlug } from "@zonepost/schema";
import { z } from "zod";
import type { PaymentProcessor } from "../ports.ts";
import type { Price } from "./price.ts";

const wholeCents = z.int("must be a whole number of cents");
const price = wholeCents.min(0, "must be 0 or more").max(99_999_999, "must be at most 99999999").optional();
const hasDecimals = (value: number, decimals: number) =>
  Math.abs(value * 10 ** decimals - Math.round(value * 10 ** decimals)) < 1e-6;

const taxPercent = z
  .number("must be a number")
  .min(0, "must be 0 to 100")
  .max(100, "must be 0 to 100")
  .refine((percent) => hasDecimals(percent, 3), "must have at most three decimals");

const rounding = z
  .strictObject({
    stepCents: wholeCents.min(1, "must be 1 or more").max(100_000, "must be at most 100000"),
    endingCents: wholeCents.min(0, "must be 0 or more").default(0),
  })
  .refine(({ stepCents, endingCents }) => endingCents < stepCents, {
    path: ["endingCents"],
    message: "must be below stepCents",
  });

/** How a cost becomes a price. The most specific row that sets a field decides it. */
export const markup = z.strictObject({
  factor: z
    .number("must be a number")
    .positive("must be more than 0")
    .max(100, "must be at most 100")
    .refine((factor) => hasDecimals(factor, 4), "must have at most four decimals")
    .optional(),
  addCents: wholeCents.min(0, "must be 0 or more").max(10_000_000, "must be at most 10000000").optional(),
  rounding: rounding.optional(),
});

export const markupRow = markup.extend({
  register: markup.optional(),
  renew: markup.optional(),
  transfer: markup.optional(),
  restore: markup.optional(),
});

export const fixedPrices = z.strictObject({
  registerYearCents: price,
  renewYearCents: price,
  transferCents: price,
  restoreCents: price,
});

export const mailPlanPrices = z.strictObject({
  starter: price.nonoptional(),
  pro: price.nonoptional(),
  business: price.nonoptional(),
} satisfies Record<MailPlanSlug, unknown>);

export type MinimumCharges = PaymentProcessor["minimumChargeCents"];

/** The operator's file, as in `docs/price-list.md`. */
export const priceListFile = (minimumChargeCents: MinimumCharges) =>
  z.strictObject({
    currency: z
      .string()
      .refine(
        (code) => Object.hasOwn(minimumChargeCents, code),
        `must be one of ${Object.keys(minimumChargeCents).join(", ")}`,
      ),
    taxPercent: taxPercent.default(0),
    taxPercentByCountry: z
      .record(
        z.string().refine((code) => countryCodes.includes(code), "must be a country code, such as DE"),
        taxPercent,
      )
      .default({}),
    default: markupRow.default({}),
    tlds: z
      .record(
        z.string().regex(/^[a-z0-9-]{2,63}$/, "must be a top-level domain in ASCII, such as com"),
        markupRow.extend({ fixed: fixedPrices.default({}) }),
      )
      .default({}),
    mailPlans: mailPlanPrices,
  });

type PriceListFile = z.output<ReturnType<typeof priceListFile>>;

/** What customers pay. */
export type PriceList = Pick<PriceListFile, "default" | "tlds" | "taxPercent" | "taxPercentByCountry"> & {
  /** Null without a list: each registry's own. */
  currency: string | null;
  /** The smallest charge in the list's currency, or without a list in that of the mail plans. */
  minimumCents: number;
  /** Of a year. */
  mailPlans: Record<MailPlanSlug, Price>;
};
