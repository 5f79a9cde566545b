import { z } from "zod";
import { cents, currency, orderId, paymentId, timestamp } from "../primitives.ts";
import { orderLine } from "./orders.ts";

const party = {
  name: z.string().meta({ examples: ["Example GmbH"] }),
  addressLines: z.array(z.string()).meta({ examples: [["Linienstraße 12", "10178 Berlin"]] }),
  vatId: z
    .string()
    .nullable()
    .meta({ examples: ["DE123456789"] }),
};

export const receipt = z
  .object({
    number: z
      .int()
      .positive()
      .meta({
        description: "Receipts are numbered without gaps, across all workspaces",
        examples: [1042],
      }),
    issuedAt: timestamp,
    paymentId,
    orderId,
    seller: z.object(party),
    buyer: z
      .object({
        ...party,
        countryCode: z
          .string()
          .nullable()
          .meta({ examples: ["DE"] }),
      })
      .meta({ description: "The billing profile at the time of the payment" }),
    lines: z.array(
      z.object({
        ...orderLine.pick({ kind: true, domainName: true, years: true, planSlug: true }).shape,
        description: z.string().meta({ examples: ["Registration of example.com, 1 year"] }),
        priceCents: cents.meta({ description: "Without tax" }),
        taxCents: cents,
      }),
    ),
    taxPercent: z.number().meta({ examples: [19] }),
    taxCents: cents,
    totalCents: cents.meta({ description: "With tax" }),
    currency,
    refunds: z
      .array(z.object({ amountCents: cents.meta({ description: "With tax" }), refundedAt: timestamp }))
      .meta({ description: "Refunds that succeeded, oldest first" }),
    takenBackCents: cents.meta({
      description: "The amount that the cardholder's bank has taken back in lost disputes, with tax",
    }),
  })
  .meta({ id: "Receipt" });
export type Receipt = z.infer<typeof receipt>;
