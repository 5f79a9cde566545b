import { z } from "zod";
import {
  domainOperation,
  registrationInput,
  renewalInput,
  restoreInput,
  transferInInput,
} from "../domains/domain-life.ts";
import { domainName } from "../domains/domain-name.ts";
import { domainHistoryEvent } from "../domains/domains.ts";
import { mailActivation, mailDomain, mailPlanInput, mailPlanSlug } from "../mail/index.ts";
import { cents, currency, orderId, paymentId, timestamp, typeId, warning } from "../primitives.ts";
import { replacedOrders } from "../problem.ts";
import { orderLineKinds, orderLineLimit, orderLineStates, orderStates } from "../vocabulary.ts";
import { paymentMethodId, paymentMethodInput } from "./payments.ts";

export { orderLineKinds, orderLineLimit, orderLineStates, orderStates } from "../vocabulary.ts";

export type OrderState = (typeof orderStates)[number];
export type OrderLineKind = (typeof orderLineKinds)[number];
export type OrderLineState = (typeof orderLineStates)[number];

const noDryRun = { dryRun: true } as const;

/** The fields of the operation that the line pays for; a domain that is already known is given by its `name`. */
export const orderLineInput = z
  .discriminatedUnion("kind", [
    registrationInput.omit(noDryRun).extend({ kind: z.literal("registration") }),
    renewalInput.omit(noDryRun).extend({ kind: z.literal("renewal"), name: domainName }),
    restoreInput.omit(noDryRun).extend({ kind: z.literal("restore"), name: domainName }),
    transferInInput.omit(noDryRun).extend({ kind: z.literal("transfer_in") }),
    mailPlanInput.extend({ kind: z.literal("mail_plan") }),
  ])
  .meta({ id: "OrderLineInput" });
export type OrderLineInput = z.output<typeof orderLineInput>;

export const orderInput = z
  .strictObject({
    lines: z
      .array(orderLineInput)
      .min(1, "Add at least one line.")
      .max(orderLineLimit, `Add at most ${orderLineLimit} lines.`),
    paymentMethodId: paymentMethodId.optional().meta({
      description: "The saved card to charge. The default card if omitted.",
    }),
    hosted: z.boolean().default(false).meta({
      description:
        "Charges no saved card, but returns a `paymentUrl`: a page of the payment processor on which a person pays",
    }),
    returnUrl: paymentMethodInput.shape.returnUrl.meta({
      description:
        "Where the payment processor's pages return to. It must have the panel's origin; `order` is added to its query. Defaults to the order's page in the panel.",
      examples: ["https://panel.example.com/domains"],
    }),
    expectedTotalCents: cents.optional().meta({
      description: "The total that you expect to pay, with tax. The request fails if the total differs.",
    }),
    dryRun: z
      .boolean()
      .default(false)
      .meta({ description: "Returns the prices and problems without placing the order" }),
  })
  .meta({ id: "OrderInput" });
export type OrderInput = z.output<typeof orderInput>;

const lineSubject = {
  kind: z.enum(orderLineKinds).meta({
    description: "`settlement`: pays what a lost dispute has taken back of the order in `settlesOrderId`",
  }),
  domainName: z.string().meta({ examples: ["example.com"] }),
  years: z.int().nullable().meta({
    description: "The years that the price includes. Null if a mail plan is changed without a new term.",
  }),
  planSlug: mailPlanSlug.nullable().meta({ description: "Of a `mail_plan` line" }),
};

export const orderLineId = typeId("orl", "ID of the line");

export const orderLine = z
  .object({
    id: orderLineId,
    ...lineSubject,
    state: z.enum(orderLineStates).meta({
      description:
        "`pending`: not begun, for instance because the order isn't paid. `running`: sent to the registry. `refunded`: the whole price has been returned.",
    }),
    waitsFor: z.enum(["payment", "payment_confirmation"]).nullable().meta({
      description:
        "Why a `pending` line hasn't begun. `payment_confirmation`: the operator holds registrations and renewals until the payment is confirmed. See `confirmsAt` of the payment.",
    }),
    priceCents: cents.meta({ description: "Without tax" }),
    taxCents: cents,
    refundedCents: cents.meta({ description: "With tax" }),
    failure: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: "Why the line failed" }),
    operationId: typeId("dop", "ID of the domain operation")
      .nullable()
      .meta({ description: "The domain operation that carries out the line, once it has begun" }),
  })
  .meta({ id: "OrderLine" });
export type OrderLine = z.infer<typeof orderLine>;

export { orderId } from "../primitives.ts";
export type { ReplacedOrder } from "../problem.ts";

export const order = z
  .object({
    id: orderId,
    state: z.enum(orderStates).meta({
      description:
        "`awaiting_payment`: not charged. The order is canceled after 24 hours, or, for an auto-renewal, once the renewal is no longer due. `processing`: paid, or the outcome of the charge is not known yet. The others are final.",
    }),
    lines: z.array(orderLine),
    totalCents: cents.meta({ description: "With tax" }),
    taxCents: cents,
    taxPercent: z.number().meta({ examples: [19] }),
    currency,
    paymentId: paymentId.nullable().meta({ description: "Null if there is nothing to pay" }),
    paymentUrl: z
      .string()
      .optional()
      .meta({ description: "The page on which a person pays, if you asked for one" }),
    replacedOrders,
    settlesOrderId: orderId.nullable().meta({ description: "The order that this one settles" }),
    unsettled: z
      .object({
        amountCents: cents.meta({ description: "With tax" }),
        suspendsAt: timestamp.nullable().meta({
          description:
            "When the domains of the order are suspended. Null if that hasn't been announced by email.",
        }),
      })
      .nullable()
      .meta({
        description:
          "The amount that a bank has taken back in a lost dispute. Null once it is settled with `POST /orders/{id}/settle`, and without such a dispute.",
      }),
    requestedBy: domainHistoryEvent.shape.actor,
    cancelsAt: timestamp
      .nullable()
      .meta({ description: "When the order is canceled if it isn't paid. Null for an auto-renewal." }),
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
  })
  .meta({ id: "Order" });
export type Order = z.infer<typeof order>;

/** How an order that exists is paid. */
export const orderPaymentInput = orderInput
  .pick({ paymentMethodId: true, hosted: true, returnUrl: true })
  .meta({ id: "OrderPaymentInput" });
export type OrderPaymentInput = z.output<typeof orderPaymentInput>;

export const orderParameters = z.strictObject({ id: z.string().max(64) });

export const orderPreviewLine = z
  .object({
    ...lineSubject,
    priceCents: cents.nullable().meta({ description: "Without tax. Null if there is no price." }),
    taxCents: cents.nullable(),
    expiresAt: timestamp
      .nullable()
      .meta({ description: "The new `expiresAt` of the domain, or of its mail" }),
  })
  .meta({ id: "OrderPreviewLine" });
export type OrderPreviewLine = z.infer<typeof orderPreviewLine>;

/** The result of a dry run. */
export const orderPreview = z
  .object({
    dryRun: z.literal(true),
    lines: z.array(orderPreviewLine),
    totalCents: cents.meta({ description: "With tax, of the lines that have a price" }),
    taxCents: cents,
    currency,
    problems: z
      .array(z.object({ code: z.string(), message: z.string(), pointer: z.string().nullable() }))
      .meta({ description: "Why the order would be refused" }),
    warnings: z.array(warning.extend({ pointer: z.string() })),
  })
  .meta({ id: "OrderPreview" });
export type OrderPreview = z.infer<typeof orderPreview>;

const ofOrder = {
  orderId: orderId.meta({ description: "The order that the request placed" }),
  replacedOrders: replacedOrders.optional(),
};
const orUnsettled =
  "Or the order, in state `processing`, if its payment or the registry hasn't answered in time.";

/** The response of routes that sell one operation. */
export const orderedOperation = z
  .union([domainOperation.extend(ofOrder).meta({ id: "OrderedOperation" }), order])
  .meta({ description: `The operation, with the ID of its order. ${orUnsettled}` });
export type OrderedOperation = z.infer<typeof orderedOperation>;

export const orderedMail = z
  .union([mailActivation.extend(ofOrder).meta({ id: "OrderedMail" }), order])
  .meta({ description: `The mail domain, with the ID of its order. ${orUnsettled}` });
export type OrderedMail = z.infer<typeof orderedMail>;

/** The response to a change of mail, which an order carries out if it is a change of the plan. */
export const updatedMail = z
  .union([
    mailDomain.extend({ ...ofOrder, orderId: ofOrder.orderId.optional() }).meta({ id: "UpdatedMail" }),
    order,
  ])
  .meta({ description: `The mail domain, with the ID of its order if the plan was changed. ${orUnsettled}` });
export type UpdatedMail = z.infer<typeof updatedMail>;
