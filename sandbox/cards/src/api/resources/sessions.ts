import { z } from "zod";
import { lineItemOf } from "../../objects/checkout-session.ts";
import { mergeMetadata, seconds } from "../../objects/object-fields.ts";
import { maySessionExpireAt, standardSessionSeconds } from "../../rules/session-status.ts";
import { invalidRequest } from "../../stripe-error.ts";
import { getCustomer } from "../../verbs/get-customer.ts";
import { createSession, expireSession } from "../../verbs/sessions.ts";
import { createSetupIntent } from "../../verbs/setup-intents.ts";
import { datedListInput, listInput, nothing, text } from "../fields.ts";
import { containing, listReply } from "../list-reply.ts";
import { ok, operation } from "../operation.ts";
import { requireAmount } from "./payment-intents.ts";
import { type SessionInput, sessionInput } from "./session-input.ts";

const path = "/v1/checkout/sessions/:id";

export const sessionOperations = [
  operation({
    method: "POST",
    path: "/v1/checkout/sessions",
    input: sessionInput,
    async run(context, input) {
      const { objects, now } = context;
      const customer = input.customer ?? null;
      if (customer !== null) {
        await getCustomer(context, customer, "customer");
      }
      const { lineItems, currency, payment } = termsOf(input);
      const details = {
        mode: input.mode,
        success_url: input.success_url,
        cancel_url: input.cancel_url ?? null,
        client_reference_id: input.client_reference_id ?? null,
        currency,
        customer,
        customer_email: input.customer_email ?? null,
        locale: input.locale ?? null,
        metadata: mergeMetadata({}, input.metadata),
        expiresAt: expiryOf(input, now),
      };
      if (payment) {
        const amountTotal = lineItems.reduce((sum, item) => sum + item.unitAmount * item.quantity, 0);
        requireAmount(amountTotal, currency ?? "");
        const { body } = await createSession(
          context,
          { ...details, setup_intent: null, amountTotal },
          { lineItems, payment },
        );
        return ok(body);
      }
      const intent = await createSetupIntent(context, {
        customer,
        description: input.setup_intent_data?.description ?? null,
        metadata: mergeMetadata({}, input.setup_intent_data?.metadata),
        usage: "off_session",
        automaticMethods: null,
      });
      const { body } = await createSession(
        context,
        { ...details, setup_intent: intent.body.id, amountTotal: null },
        { lineItems, payment },
      );
      await objects.save("setup_intent", { ...intent, hidden: { session: body.id } });
      return ok(body);
    },
  }),
  operation({
    method: "GET",
    path: "/v1/checkout/sessions",
    input: datedListInput({
      customer: text.optional(),
      payment_intent: text.optional(),
      status: z.enum(["open", "complete", "expired"]).optional(),
    }),
    run: (context, { created, customer, payment_intent, status, ...page }) =>
      listReply(context, "checkout.session", "/v1/checkout/sessions", page, {
        created,
        contains: containing({ customer, payment_intent, status }),
      }),
  }),
  operation({
    method: "GET",
    path,
    input: nothing,
    run: async ({ objects }, _input, id) => ok((await objects.get("checkout.session", id, "session")).body),
  }),
  operation({
    method: "GET",
    path: `${path}/line_items`,
    input: listInput({}),
    async run({ objects }, _page, id) {
      const { body, hidden } = await objects.get("checkout.session", id, "session");
      const data = hidden.lineItems.map((item, at) => lineItemOf(item, `${id}_${at}`, body.currency ?? ""));
      return ok({ object: "list", data, has_more: false, url: `/v1/checkout/sessions/${id}/line_items` });
    },
  }),
  operation({
    method: "POST",
    path: `${path}/expire`,
    input: nothing,
    run: async (context, _input, id) =>
      ok((await expireSession(context, await context.objects.lock("checkout.session", id, "session"))).body),
  }),
];

function termsOf(input: SessionInput) {
  if (input.mode === "setup") {
    if (input.currency === undefined && input.payment_method_types === undefined) {
      throw invalidRequest(
        "You must provide `currency` in `setup` mode when `payment_method_types` is not set.",
        { param: "currency" },
      );
    }
    return { lineItems: [], currency: input.currency ?? null, payment: null };
  }
  const items = input.line_items ?? [];
  const [first] = items;
  if (!first) {
    throw invalidRequest("Missing required param: line_items.", {
      code: "parameter_missing",
      param: "line_items",
    });
  }
  const { currency } = first.price_data;
  if (items.some((item) => item.price_data.currency !== currency)) {
    throw invalidRequest("The line items must all have the same currency.", { param: "line_items" });
  }
  const data = input.payment_intent_data;
  return {
    lineItems: items.map(({ price_data, quantity }) => ({
      name: price_data.product_data.name,
      unitAmount: price_data.unit_amount,
      quantity: quantity ?? 1,
    })),
    currency,
    payment: {
      description: data?.description ?? null,
      metadata: mergeMetadata({}, data?.metadata),
      setup_future_usage: data?.setup_future_usage ?? null,
    },
  };
}

function expiryOf({ expires_at }: SessionInput, now: Date): number {
  const createdAt = seconds(now);
  const expiresAt = expires_at ?? createdAt + standardSessionSeconds;
  if (!maySessionExpireAt(createdAt, expiresAt)) {
    throw invalidRequest(
      "The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.",
      { param: "expires_at" },
    );
  }
  return expiresAt;
}
