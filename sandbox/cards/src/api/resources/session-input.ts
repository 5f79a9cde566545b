import { z } from "zod";
import { currency, futureUsage, integer, metadata, methodTypes, text, webUrl } from "../fields.ts";

const lineItem = z.strictObject({
  price_data: z.strictObject({
    currency,
    unit_amount: integer.pipe(z.number().min(0)),
    product_data: z.strictObject({ name: text, description: text.optional(), metadata: metadata.optional() }),
  }),
  quantity: integer.pipe(z.number().min(1)).optional(),
});

/** The parameters of a new Checkout Session. */
export const sessionInput = z.strictObject({
  mode: z.enum(["payment", "setup"]),
  success_url: webUrl,
  cancel_url: webUrl.optional(),
  client_reference_id: z.string().min(1).max(200).optional(),
  currency: currency.optional(),
  customer: text.optional(),
  customer_email: text.optional(),
  expires_at: integer.optional(),
  line_items: z.array(lineItem).min(1).max(100).optional(),
  locale: z.string().max(10).optional(),
  metadata: metadata.optional(),
  payment_intent_data: z
    .strictObject({
      description: text.optional(),
      metadata: metadata.optional(),
      setup_future_usage: futureUsage.optional(),
    })
    .optional(),
  payment_method_types: methodTypes.optional(),
  setup_intent_data: z
    .strictObject({ description: text.optional(), metadata: metadata.optional() })
    .optional(),
});

export type SessionInput = z.infer<typeof sessionInput>;
