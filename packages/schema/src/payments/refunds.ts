import { z } from "zod";
import { cents, currency, orderId, paymentId, timestamp, typeId, warning } from "../primitives.ts";
import { orderLineLimit } from "../vocabulary.ts";
import { orderLineId } from "./orders.ts";

export const refundInput = z
  .strictObject({
    amountCents: cents
      .min(1, "Enter an amount above 0.")
      .optional()
      .meta({ description: "An amount, with tax, that isn't assigned to a line" }),
    lineIds: z.array(orderLineId).min(1, "Enter at least one line.").max(orderLineLimit).optional().meta({
      description: "The lines to refund. A registration is undone if its registry still refunds it.",
    }),
    dryRun: z
      .boolean()
      .default(false)
      .meta({ description: "Returns what would be refunded and undone, without making the refund" }),
  })
  .refine(
    ({ amountCents, lineIds }) => amountCents === undefined || lineIds === undefined,
    "Send amountCents or lineIds, or neither to refund everything.",
  )
  .meta({ id: "RefundInput" });
export type RefundInput = z.output<typeof refundInput>;

export const refund = z
  .object({
    id: typeId("rfd", "ID of the refund"),
    paymentId,
    orderId,
    state: z.enum(["pending", "succeeded", "failed"]),
    reason: z.enum([
      "requested",
      "line_failed",
      "domain_deleted",
      "transfer_ended",
      "paid_twice",
      "order_canceled",
    ]),
    amountCents: cents.meta({ description: "With tax" }),
    taxCents: cents,
    currency,
    lines: z
      .array(z.object({ lineId: orderLineId, amountCents: cents }))
      .meta({ description: "The parts that belong to lines. Empty for an amount." }),
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: "Refund" });
export type Refund = z.infer<typeof refund>;

/** The result of a dry run. */
export const refundPreview = z
  .object({
    dryRun: z.literal(true),
    amountCents: cents.meta({ description: "With tax" }),
    currency,
    lines: z.array(
      z.object({
        lineId: orderLineId,
        domainName: z.string(),
        amountCents: cents,
        effect: z.enum(["domain_deleted", "not_carried_out", "money_only"]).meta({
          description:
            "`domain_deleted`: the domain is deleted, and the registry returns the cost of its registration. `not_carried_out`: the line was waiting for its payment to be confirmed, and won't be carried out. `money_only`: nothing is undone.",
        }),
      }),
    ),
    warnings: z.array(warning),
  })
  .meta({ id: "RefundPreview" });
export type RefundPreview = z.infer<typeof refundPreview>;
