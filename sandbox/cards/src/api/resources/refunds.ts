import { z } from "zod";
import { mergeMetadata } from "../../objects/object-fields.ts";
import { invalidRequest } from "../../stripe-error.ts";
import { lockCharge } from "../../verbs/charges.ts";
import { refundCharge } from "../../verbs/refunds.ts";
import { datedListInput, integer, metadata, nothing, text } from "../fields.ts";
import { containing, listReply } from "../list-reply.ts";
import { ok, operation } from "../operation.ts";

export const refundOperations = [
  operation({
    method: "POST",
    path: "/v1/refunds",
    input: z.strictObject({
      amount: integer.optional(),
      charge: text.optional(),
      metadata: metadata.optional(),
      payment_intent: text.optional(),
      reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
    }),
    async run(context, input) {
      if ((input.charge === undefined) === (input.payment_intent === undefined)) {
        throw invalidRequest(
          "One of the following params should be provided for this request: payment_intent or charge.",
        );
      }
      const charge = await lockCharge(context, input);
      const refund = await refundCharge(context, charge, {
        amount: input.amount,
        reason: input.reason ?? null,
        metadata: mergeMetadata({}, input.metadata),
      });
      return ok(refund.body);
    },
  }),
  operation({
    method: "GET",
    path: "/v1/refunds",
    input: datedListInput({ charge: text.optional(), payment_intent: text.optional() }),
    run: (context, { created, charge, payment_intent, ...page }) =>
      listReply(context, "refund", "/v1/refunds", page, {
        created,
        contains: containing({ charge, payment_intent }),
      }),
  }),
  operation({
    method: "GET",
    path: "/v1/refunds/:id",
    input: nothing,
    run: async ({ objects }, _input, id) => ok((await objects.get("refund", id, "refund")).body),
  }),
];
