import { z } from "zod";
import { mailPlanSlug } from "../mail/index.ts";
import { cents, currency, orderId, paymentId, timestamp } from "../primitives.ts";
import { renewableKinds, type renewalStates } from "../vocabulary.ts";
import { renewalFields } from "./renewal-fields.ts";

export { renewableKinds, renewalStates } from "../vocabulary.ts";

export type RenewalState = (typeof renewalStates)[number];

export const renewal = z
  .object({
    kind: z.enum(renewableKinds),
    name: z
      .string()
      .meta({ description: "The domain, or the domain of the mail plan", examples: ["example.com"] }),
    planSlug: mailPlanSlug.nullable().meta({ description: "Null for a domain" }),
    state: renewalFields.state,
    chargesAt: renewalFields.chargesAt,
    expiresAt: timestamp,
    priceCents: cents.nullable().meta({
      description:
        "For a year, without tax, from the price list. Null if auto-renew is off, or the registry's price isn't known. A premium name can cost more.",
      examples: [1188],
    }),
    taxCents: cents.nullable(),
    totalCents: cents.nullable().meta({ description: "With tax" }),
    totalIfRenewedCents: cents.nullable().meta({
      description:
        "What renewing for a year would cost today, with tax. Null if it auto-renews, or the registry's price isn't known.",
    }),
    currency,
    failure: renewalFields.failure,
    failedAt: renewalFields.failedAt,
    orderId: renewalFields.orderId,
    orderState: renewalFields.orderState,
    paymentId: paymentId.nullable().meta({ description: "The order's payment. Requires `payments:read`." }),
  })
  .meta({ id: "Renewal" });
export type Renewal = z.infer<typeof renewal>;

/** More have to be retried in several requests. */
const retriedLimit = 500;

export const renewalRetryInput = z
  .strictObject({
    orderIds: z.array(orderId).min(1).max(retriedLimit).optional().meta({
      description:
        "The orders of the renewals to charge, as listed by a dry run. All if omitted. Orders that no longer wait for their payment are left out.",
    }),
    dryRun: z.boolean().default(false).meta({
      description: "Lists what would be charged, with the sum, and changes nothing",
    }),
  })
  .meta({ id: "RenewalRetryInput" });
export type RenewalRetryInput = z.output<typeof renewalRetryInput>;

export const unpaidRenewals = z
  .object({
    renewals: z.array(
      z.object({
        orderId,
        kind: z.enum(renewableKinds),
        name: z.string().meta({ examples: ["example.com"] }),
        taxCents: cents,
        totalCents: cents.meta({ description: "With tax" }),
        currency,
        chargesAt: timestamp.nullable().meta({
          description: "When the card is charged next. Null if it isn't charged again automatically.",
        }),
        expiresAt: timestamp,
      }),
    ),
    totals: z
      .array(
        z.object({
          currency,
          count: z.int().meta({ description: "Number of renewals", examples: [12] }),
          taxCents: cents,
          totalCents: cents.meta({ description: "With tax" }),
        }),
      )
      .meta({ description: "The sum, for each currency" }),
  })
  .meta({ id: "UnpaidRenewals" });
export type UnpaidRenewals = z.infer<typeof unpaidRenewals>;

const sums = {
  count: z.int().meta({ description: "Number of renewals", examples: [12] }),
  taxCents: cents,
  totalCents: cents.meta({ description: "With tax" }),
};

export const renewalForecast = z
  .object({
    currencies: z
      .array(
        z.object({
          currency,
          ...sums,
          months: z
            .array(
              z.object({
                month: z.string().meta({ examples: ["2027-01"] }),
                ...sums,
                expiringCount: z.int().meta({
                  description: "Domains and mail plans that expire then because auto-renew is off",
                }),
                expiringTotalCents: cents.meta({
                  description: "What renewing those would cost, with tax. It isn't in the other sums.",
                }),
              }),
            )
            .length(12)
            .meta({ description: "The current calendar month (UTC) and the eleven after it" }),
        }),
      )
      .meta({ description: "Upcoming charges, by currency" }),
    next: z
      .object({ chargesAt: timestamp, ...sums, currency })
      .nullable()
      .meta({ description: "The charges of the next day (UTC) that has any, in one currency" }),
    unpricedCount: z
      .int()
      .meta({ description: "Renewals without a known price, which aren't included in the sums" }),
    failedCount: z.int().meta({ description: "Renewals in the state `failed`" }),
    expiringCount: z
      .int()
      .meta({ description: "Domains and mail plans that expire because auto-renew is off" }),
  })
  .meta({ id: "RenewalForecast" });
export type RenewalForecast = z.infer<typeof renewalForecast>;
