import { z } from "zod";
import { cents, pageQuery, timestamp, timestampInput, typeId } from "../primitives.ts";
import { paymentStatuses } from "../vocabulary.ts";
import { order, orderLineId } from "./orders.ts";
import { payment, paymentDispute } from "./payments.ts";
import { refund } from "./refunds.ts";

/** Why a payment needs the operator, the most urgent first. */
export const operatorNeeds = [
  "dispute",
  "fraud_warning",
  "refund_failed",
  "books_differ",
  "refund_waiting",
  "paid_late",
] as const;
export type OperatorNeed = (typeof operatorNeeds)[number];

export const operatorPaymentQuery = z.strictObject({
  status: z.enum(paymentStatuses).optional(),
  workspace: typeId("wsp", "ID of a workspace").optional(),
  needs: z
    .enum(["any", ...operatorNeeds])
    .optional()
    .meta({ description: "Only payments that need the operator, for `any` reason or for the given one" }),
  ...pageQuery.shape,
});
export type OperatorPaymentQuery = z.output<typeof operatorPaymentQuery>;

export const operatorPayment = payment
  .extend({
    workspace: z.object({ id: typeId("wsp", "ID of the workspace"), name: z.string() }),
    needs: z.array(z.enum(operatorNeeds)).meta({
      description:
        "`dispute`: the bank waits for an answer. `fraud_warning`: the cooldown is paused. `refund_failed`: the money is still owed. `refund_waiting`: the workspace has requested a refund, or one beyond its monthly limit of refunded registrations, so you decide. `books_differ`: the last reconciliation found a difference. `paid_late`: the payment arrived just as its order ended, and was returned; it stays in the list.",
    }),
    evidenceDueAt: timestamp
      .nullable()
      .meta({ description: "The bank's deadline for evidence in an open dispute" }),
  })
  .meta({ id: "OperatorPayment" });
export type OperatorPayment = z.infer<typeof operatorPayment>;

export const operatorRefund = refund
  .extend({
    lines: z.array(
      z.object({
        lineId: orderLineId,
        amountCents: cents,
        isGivenAway: z
          .boolean()
          .meta({ description: "True if the customer keeps what the line paid for, at your expense" }),
      }),
    ),
    note: z.string().nullable().meta({ description: "The operator's reason" }),
    requestedBy: z.object({ kind: z.string(), name: z.string() }),
    retriedAs: typeId("rfd", "ID of the refund that was made instead").nullable(),
  })
  .meta({ id: "OperatorRefund" });
export type OperatorRefund = z.infer<typeof operatorRefund>;

export const operatorPaymentDetails = operatorPayment
  .extend({
    order,
    refundableCents: cents,
    disputes: z.array(paymentDispute),
    refunds: z.array(operatorRefund),
  })
  .meta({ id: "OperatorPaymentDetails" });
export type OperatorPaymentDetails = z.infer<typeof operatorPaymentDetails>;

export const refundParameters = z.strictObject({ id: z.string().max(64) });

const dayOrMoment = z
  .union([z.iso.date(), timestampInput], {
    error: "Enter a day such as 2030-01-31, or a time such as 2030-01-31T12:00:00.000Z.",
  })
  .refine((value) => !value.startsWith("0000"), "Enter a year, 1 or later.");

export const operatorLedgerQuery = z.strictObject({
  from: dayOrMoment.optional().meta({
    description: "Only transactions at or after this time. A day begins at midnight UTC.",
  }),
  to: dayOrMoment.optional().meta({
    description: "Only transactions before this time. A day is included in full.",
  }),
});
export type OperatorLedgerQuery = z.output<typeof operatorLedgerQuery>;
