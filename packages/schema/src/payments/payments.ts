import { z } from "zod";
import { cents, currency, orderId, paymentId, timestamp, typeId } from "../primitives.ts";
import { paymentStatuses } from "../vocabulary.ts";

export { paymentCooldownDays, paymentStatuses } from "../vocabulary.ts";

export const paymentMethodId = typeId("pmt", "ID of the payment method");

export const paymentMethod = z
  .object({
    id: paymentMethodId,
    brand: z.string().meta({ description: "Card network, in lower case", examples: ["visa"] }),
    last4: z.string().meta({ description: "Last four digits of the card number", examples: ["4242"] }),
    expiryMonth: z.int().meta({ description: "Month of the card's expiry, from 1 to 12", examples: [8] }),
    expiryYear: z.int().meta({ description: "Year of the card's expiry", examples: [2030] }),
    isDefault: z.boolean().meta({ description: "Whether charges use this card unless you choose another" }),
    createdAt: timestamp.meta({ description: "When the card was saved. Tells two similar cards apart." }),
    lastFailure: z
      .object({
        code: z.string().meta({ description: "The bank's reason", examples: ["insufficient_funds"] }),
        message: z.string().meta({ examples: ["Your card has insufficient funds."] }),
        failedAt: timestamp,
      })
      .nullable()
      .meta({
        description: "Why the card's last charge failed. Null if it succeeded, or if there was none.",
      }),
  })
  .meta({ id: "PaymentMethod" });
export type PaymentMethod = z.infer<typeof paymentMethod>;

export const paymentMethodInput = z
  .strictObject({
    returnUrl: z
      .string()
      .max(2048, "Use at most 2048 characters.")
      .pipe(z.url({ protocol: /^https?$/, error: "Enter a URL of the panel." }))
      .optional()
      .meta({
        description:
          "Where the page returns to, with the panel's origin. The panel's payments page if omitted.",
        examples: ["https://panel.example.com/payments"],
      }),
  })
  .meta({ id: "PaymentMethodInput" });
export type PaymentMethodInput = z.infer<typeof paymentMethodInput>;

export const cardPageLink = z
  .object({
    url: z
      .string()
      .optional()
      .meta({
        description:
          "The payment processor's page on which a person enters the card. It expires after a day. Missing from a replayed response.",
        examples: ["https://checkout.stripe.com/c/pay/cs_live_a1b2"],
      }),
  })
  .meta({ id: "CardPageLink" });
export type CardPageLink = z.infer<typeof cardPageLink>;

export const paymentMethodPatch = z
  .strictObject({
    default: z
      .literal(true, "Only true is allowed here. To change the default, set it on another card.")
      .meta({ description: "Set to true to charge this card by default" }),
  })
  .meta({ id: "PaymentMethodPatch" });
export type PaymentMethodPatch = z.infer<typeof paymentMethodPatch>;

export const paymentMethodParameters = z.strictObject({ id: z.string().max(64) });

const cooldown = z.object({
  state: z.enum(["running", "paused", "done", "ended"]).meta({
    description:
      "`running`; `paused` while a dispute or an early fraud warning is open, and while a refund that the bank has returned is owed; `done` once the payment is confirmed; `ended` by a full refund or a lost dispute, so that it is never confirmed",
  }),
  reason: z
    .enum(["early_fraud_warning", "dispute", "refund_owed"])
    .optional()
    .meta({ description: "Why it is paused. Missing otherwise." }),
});

export const payment = z
  .object({
    id: paymentId,
    orderId,
    status: z.enum(paymentStatuses).meta({
      description:
        "`pending` until it is paid; `failed` if the last attempt failed, until the next one starts; `received` once it is paid; `confirmed` after the cooldown; `refunded` once all of it was refunded; `disputed` while the cardholder's bank disputes it, and if the dispute is lost",
    }),
    amountCents: cents.meta({ description: "With tax, in the currency's minor unit", examples: [1290] }),
    taxCents: cents.meta({ description: "The tax in `amountCents`", examples: [0] }),
    refundedCents: cents.meta({ description: "The part that was refunded", examples: [0] }),
    currency,
    createdAt: timestamp,
    receivedAt: timestamp.nullable(),
    confirmsAt: timestamp.nullable().meta({
      description: "When the cooldown ends. Null unless it is running.",
    }),
    confirmedAt: timestamp.nullable(),
    cooldown: cooldown.nullable().meta({ description: "Null until the payment is received" }),
    card: z
      .object({ brand: z.string(), last4: z.string() })
      .nullable()
      .meta({ description: "The card that was charged last" }),
    failure: z
      .object({
        code: z.string().meta({ description: "The bank's reason", examples: ["insufficient_funds"] }),
        message: z.string().meta({ examples: ["Your card has insufficient funds."] }),
      })
      .nullable()
      .meta({ description: "Why the last attempt failed. Null unless the status is `failed`." }),
  })
  .meta({ id: "Payment" });
export type Payment = z.infer<typeof payment>;

/** What the cardholder's bank has done about a payment. */
export const paymentDispute = z.object({
  kind: z.enum(["dispute", "early_fraud_warning"]),
  state: z.enum(["open", "won", "lost", "released"]),
  isInquiry: z
    .boolean()
    .meta({ description: "True while the bank only asks, and has withdrawn nothing. A dispute can follow." }),
  amountCents: cents,
  evidenceDueAt: timestamp
    .nullable()
    .meta({ description: "The bank's deadline for the operator's evidence. Null if it has none." }),
  openedAt: timestamp,
  closedAt: timestamp.nullable(),
});
export type PaymentDispute = z.infer<typeof paymentDispute>;

export const paymentParameters = z.strictObject({ id: z.string().max(64) });
