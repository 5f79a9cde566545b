import { z } from "zod";
import { line } from "../lines.ts";
import { cents, currency, orderId, paymentId, timestamp, typeId, warning } from "../primitives.ts";
import { orderLineLimit } from "../vocabulary.ts";
import { orderLineId } from "./orders.ts";

const refundedLineIds = z.array(orderLineId).min(1, "Enter at least one line.").max(orderLineLimit);

export const refundInput = z
  .strictObject({
    amountCents: cents
      .min(1, "Enter an amount above 0.")
      .optional()
      .meta({ description: "Refused with `operator_decides`: only the operator can refund an amount" }),
    lineIds: refundedLineIds.optional().meta({
      description:
        "The lines to refund: registrations in their add grace period, and lines that weren't carried out",
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

export const refundRequestInput = z
  .strictObject({
    lineIds: refundedLineIds.optional().meta({ description: "The lines to refund; all if omitted" }),
    reason: line(500, "Enter a reason.").optional().meta({ description: "The reason, for the operator" }),
  })
  .meta({ id: "RefundRequestInput" });
export type RefundRequestInput = z.output<typeof refundRequestInput>;

export const refund = z
  .object({
    id: typeId("rfd", "ID of the refund"),
    paymentId,
    orderId,
    state: z.enum(["waiting", "pending", "succeeded", "failed"]).meta({
      description:
        "`waiting` until the operator decides; `pending` while the money is on its way; `failed` also if the bank has returned it, and with the failure `declined` if the operator has declined a request",
    }),
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
    isOwed: z.boolean().meta({
      description: "True if it failed and the money hasn't been returned since",
    }),
    isOutside: z
      .boolean()
      .meta({ description: "True if the operator has paid it another way, not to the card" }),
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: "Refund" });
export type Refund = z.infer<typeof refund>;

const refundEffects = [
  "domain_deleted",
  "not_carried_out",
  "plan_ended",
  "plan_reverted",
  "given_away",
  "money_only",
] as const;
export type RefundEffect = (typeof refundEffects)[number];

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
        effect: z.enum(refundEffects).meta({
          description:
            "`domain_deleted`: the domain is deleted, and the registry returns the cost of its registration. `not_carried_out`: the line wasn't carried out, and won't be. `plan_ended`: the mail plan loses the time that the line paid for; time that other lines paid for stays. `plan_reverted`: the mail goes back to the plan that it had before the upgrade. `given_away`: the customer keeps what the line paid for, at the operator's expense. `money_only`: nothing changes.",
        }),
      }),
    ),
    warnings: z.array(warning),
  })
  .meta({ id: "RefundPreview" });
export type RefundPreview = z.infer<typeof refundPreview>;

const operatorReason = line(500, "Enter a reason.").meta({
  description: "The reason, for the installation's audit log. The customer doesn't see it.",
});

export const operatorReasonInput = z
  .strictObject({ reason: operatorReason })
  .meta({ id: "OperatorReasonInput" });

export const operatorRetryInput = z
  .strictObject({
    settledBy: z
      .enum(["other"])
      .optional()
      .meta({ description: "`other`: you have paid the customer another way. Nothing is sent to the card." }),
    reason: operatorReason.optional(),
  })
  .refine(({ settledBy, reason }) => settledBy === undefined || reason !== undefined, {
    path: ["reason"],
    message: "Enter how the money was paid.",
  })
  .meta({ id: "OperatorRetryInput" });
export type OperatorRetryInput = z.output<typeof operatorRetryInput>;

export const operatorRefundInput = z
  .strictObject({
    lineIds: refundedLineIds.optional().meta({ description: "The lines to refund in full" }),
    allocation: z
      .array(z.strictObject({ lineId: orderLineId, amountCents: cents.min(1, "Enter an amount above 0.") }))
      .min(1, "Enter at least one line.")
      .max(orderLineLimit)
      .optional()
      .meta({ description: "An amount for each line, with tax" }),
    keepGoods: z.boolean().default(false).meta({
      description:
        "Only returns the money. Otherwise, lines that are refunded in full are undone where possible.",
    }),
    reason: operatorReason,
    dryRun: z
      .boolean()
      .default(false)
      .meta({ description: "Returns what would be refunded and undone, without making the refund" }),
  })
  .refine(
    ({ lineIds, allocation }) => lineIds === undefined || allocation === undefined,
    "Send lineIds or allocation, or neither to refund everything.",
  )
  .meta({ id: "OperatorRefundInput" });
export type OperatorRefundInput = z.output<typeof operatorRefundInput>;
