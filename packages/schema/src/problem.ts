import { z } from "zod";
import { cents, currency, orderId, paymentId, timestamp } from "./primitives.ts";
import { orderLineKinds } from "./vocabulary.ts";

export const problemFieldError = z
  .object({
    pointer: z.string().meta({
      description: "JSON Pointer to the field in the body, or /query/<name>",
      examples: ["/keyTag"],
    }),
    message: z.string().meta({ examples: ["Enter a whole number from 0 to 65535."] }),
  })
  .meta({ id: "ProblemFieldError" });

/** An unpaid order whose place another has taken. It is canceled as a whole. */
export const replacedOrder = z
  .object({
    id: orderId,
    lines: z.array(
      z.object({
        kind: z.enum(orderLineKinds),
        domainName: z.string().meta({ examples: ["example.com"] }),
      }),
    ),
  })
  .meta({ id: "ReplacedOrder" });
export type ReplacedOrder = z.infer<typeof replacedOrder>;

export const replacedOrders = z.array(replacedOrder).meta({
  description:
    "The unpaid orders that this one replaced, with all of their lines. They were canceled, and nothing was charged for them.",
});

/** Extension members of some problems, for programs (RFC 9457 section 3.2). */
const extensionMembers = {
  priceCents: cents
    .optional()
    .meta({ description: "The current price, if it differs from the expected one or was not confirmed" }),
  totalCents: cents
    .optional()
    .meta({ description: "The current total of an order, with tax, if it differs from the expected one" }),
  currency: currency.optional().meta({ description: "The currency of the amounts" }),
  limitCents: cents.optional().meta({ description: "The monthly limit of an API key, if it is exceeded" }),
  leftCents: cents.optional().meta({ description: "The amount of the limit that is left this month" }),
  resetsAt: timestamp.optional().meta({ description: "When the next month begins" }),
  confirmsAt: timestamp
    .optional()
    .meta({ description: "When the payment is confirmed that the request has to wait for" }),
  orderId: orderId.optional().meta({
    description:
      "The order that a 402 is about, which waits for its payment for 24 hours, or the open order that a 409 is about",
  }),
  paymentId: paymentId.optional().meta({ description: "The payment of the order" }),
  paymentUrl: z.string().optional().meta({
    description: "The page on which a person pays or confirms the payment. The order then continues.",
  }),
  replacedOrders: replacedOrders.optional(),
  version: z.int().optional().meta({ description: "The present version of a zone that has changed" }),
  removals: z.int().optional().meta({ description: "The number of record sets that would be deleted" }),
  record: z
    .object({ name: z.string(), type: z.literal("TXT"), value: z.string() })
    .optional()
    .meta({ description: "The record that proves the right to a name" }),
  proof: z.enum(["delegated_here", "missing", "not_delegated", "away"]).optional().meta({
    description:
      "What was found instead of the record. `delegated_here`: the name is delegated to this service, which proves nothing. `missing`: its nameservers don't have the record. `not_delegated`: no parent zone delegates the name. `away`: no nameserver answered.",
  }),
};
export type ProblemExtensions = z.infer<z.ZodObject<typeof extensionMembers>>;

/** RFC 9457 problem details, with our `code`, `requestId` and, for bad input, one entry a field. */
export const problem = z
  .object({
    type: z.string().meta({ description: "Link to the documentation of this problem" }),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    code: z.string().meta({ description: "Stable code to branch on", examples: ["invalid_input"] }),
    requestId: z.string(),
    errors: z.array(problemFieldError).optional(),
    ...extensionMembers,
  })
  .meta({ id: "Problem", description: "RFC 9457 problem details" });
export type Problem = z.infer<typeof problem>;
