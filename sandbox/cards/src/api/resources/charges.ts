import { datedListInput, nothing, text } from "../fields.ts";
import { containing, listReply } from "../list-reply.ts";
import { ok, operation } from "../operation.ts";

export const chargeOperations = [
  operation({
    method: "GET",
    path: "/v1/charges",
    input: datedListInput({ customer: text.optional(), payment_intent: text.optional() }),
    run: (context, { created, customer, payment_intent, ...page }) =>
      listReply(context, "charge", "/v1/charges", page, {
        created,
        contains: containing({ customer, payment_intent }),
      }),
  }),
  operation({
    method: "GET",
    path: "/v1/charges/:id",
    input: nothing,
    run: async ({ objects }, _input, id) => ok((await objects.get("charge", id, "id")).body),
  }),
  operation({
    method: "GET",
    path: "/v1/balance_transactions",
    input: datedListInput({ currency: text.optional(), source: text.optional(), type: text.optional() }),
    run: (context, { created, currency, source, type, ...page }) =>
      listReply(context, "balance_transaction", "/v1/balance_transactions", page, {
        created,
        contains: containing({ currency, source, type }),
      }),
  }),
];
