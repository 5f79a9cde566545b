import { z } from "zod";
import { typeId } from "./primitives.ts";

export const paymentMethodId = typeId("pmt", "ID of the payment method");

export const paymentMethod = z
  .object({
    id: paymentMethodId,
    brand: z.string().meta({ description: "Card network, in lower case", examples: ["visa"] }),
    last4: z.string().meta({ description: "Last four digits of the card number", examples: ["4242"] }),
    expiryMonth: z.int().meta({ description: "Month of the card's expiry, from 1 to 12", examples: [8] }),
    expiryYear: z.int().meta({ description: "Year of the card's expiry", examples: [2030] }),
    isDefault: z.boolean().meta({ description: "Whether charges use this card unless you choose another" }),
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
