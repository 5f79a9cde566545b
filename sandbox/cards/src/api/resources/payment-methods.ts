import { z } from "zod";
import { mergeMetadata } from "../../objects/object-fields.ts";
import { isCardExpired, saveOutcome } from "../../rules/card-outcome.ts";
import { behaviorOf } from "../../rules/test-cards.ts";
import { declineError, invalidRequest } from "../../stripe-error.ts";
import { getCustomer } from "../../verbs/get-customer.ts";
import { attachCard, detachCard, requireUsableCard } from "../../verbs/payment-methods.ts";
import { integer, listInput, metadata, nothing, removableText, text } from "../fields.ts";
import { containing, listReply } from "../list-reply.ts";
import { failed, ok, operation } from "../operation.ts";

const path = "/v1/payment_methods/:id";
const kindFilter = { type: z.literal("card").optional() };

export const paymentMethodOperations = [
  operation({
    method: "GET",
    path: "/v1/payment_methods",
    input: listInput({ ...kindFilter, customer: text.optional() }),
    async run(context, { customer, type: _type, ...page }) {
      if (customer !== undefined) {
        await getCustomer(context, customer, "customer");
      }
      const filter = { contains: containing({ customer }) };
      return await listReply(context, "payment_method", "/v1/payment_methods", page, filter);
    },
  }),
  operation({
    method: "GET",
    path: "/v1/customers/:id/payment_methods",
    input: listInput(kindFilter),
    async run(context, { type: _type, ...page }, id) {
      await getCustomer(context, id, "customer");
      const url = `/v1/customers/${id}/payment_methods`;
      return await listReply(context, "payment_method", url, page, { contains: { customer: id } });
    },
  }),
  operation({
    method: "GET",
    path,
    input: nothing,
    run: async ({ objects }, _input, id) =>
      ok((await objects.get("payment_method", id, "payment_method")).body),
  }),
  operation({
    method: "POST",
    path,
    input: z.strictObject({
      allow_redisplay: z.enum(["unspecified", "limited", "always"]).optional(),
      metadata: metadata.optional(),
      billing_details: z
        .strictObject({
          name: removableText.optional(),
          email: removableText.optional(),
          phone: removableText.optional(),
        })
        .optional(),
      card: z
        .strictObject({
          exp_month: integer.pipe(z.number().min(1).max(12)).optional(),
          exp_year: integer.pipe(z.number().min(2000).max(2100)).optional(),
        })
        .optional(),
    }),
    async run({ objects, emit }, input, id) {
      const { body, hidden } = await objects.lock("payment_method", id, "payment_method");
      if (body.customer === null) {
        throw invalidRequest("You must save this PaymentMethod to a customer before you can update it.");
      }
      const changed = {
        ...body,
        ...containing({ allow_redisplay: input.allow_redisplay }),
        metadata: mergeMetadata(body.metadata, input.metadata),
        billing_details: { ...body.billing_details, ...containing(input.billing_details ?? {}) },
        card: { ...body.card, ...containing(input.card ?? {}) },
      };
      await objects.save("payment_method", { body: changed, hidden });
      await emit("payment_method.updated", changed, body);
      return ok(changed);
    },
  }),
  operation({
    method: "POST",
    path: `${path}/attach`,
    input: z.strictObject({ customer: text }),
    async run(context, { customer }, id) {
      await getCustomer(context, customer, "customer");
      const method = await context.objects.lock("payment_method", id, "payment_method");
      if (method.body.customer !== null) {
        throw invalidRequest("The payment method you provided has already been attached to a customer.");
      }
      requireUsableCard(method, customer);
      const outcome = saveOutcome(behaviorOf(method.hidden.behavior), {
        isExpired: isCardExpired(method.body.card, context.now),
        isAuthenticated: true,
      });
      if (outcome.kind === "declined") {
        return failed(402, declineError(outcome.code));
      }
      return ok((await attachCard(context, method, customer, { isSetUp: false })).body);
    },
  }),
  operation({
    method: "POST",
    path: `${path}/detach`,
    input: nothing,
    async run(context, _input, id) {
      const { objects, emit } = context;
      const { customer } = (await objects.get("payment_method", id, "payment_method")).body;
      if (customer === null) {
        throw invalidRequest(
          "The payment method you provided is not attached to a customer so detachment is impossible.",
        );
      }
      // The customer is locked before the card, as when a customer is deleted.
      const owner = await objects.lock("customer", customer, "customer");
      const method = await objects.lock("payment_method", id, "payment_method");
      const settings = owner.body.invoice_settings;
      if (settings.default_payment_method === id) {
        const body = { ...owner.body, invoice_settings: { ...settings, default_payment_method: null } };
        await objects.save("customer", { ...owner, body });
        await emit("customer.updated", body, owner.body);
      }
      return ok((await detachCard(context, method)).body);
    },
  }),
];
