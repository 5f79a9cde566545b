import { z } from "zod";
import { mergeMetadata, seconds } from "../../objects/object-fields.ts";
import { maySessionExpireAt, standardSessionSeconds } from "../../rules/session-status.ts";
import { invalidRequest } from "../../stripe-error.ts";
import { getCustomer } from "../../verbs/get-customer.ts";
import { createSession, expireSession } from "../../verbs/sessions.ts";
import { createSetupIntent } from "../../verbs/setup-intents.ts";
import {
  currency,
  datedListInput,
  integer,
  metadata,
  methodTypes,
  nothing,
  text,
  webUrl,
} from "../fields.ts";
import { containing, listReply } from "../list-reply.ts";
import { ok, operation } from "../operation.ts";

const path = "/v1/checkout/sessions/:id";

export const sessionOperations = [
  operation({
    method: "POST",
    path: "/v1/checkout/sessions",
    input: z.strictObject({
      mode: z.literal("setup"),
      success_url: webUrl,
      cancel_url: webUrl.optional(),
      client_reference_id: z.string().min(1).max(200).optional(),
      currency: currency.optional(),
      customer: text.optional(),
      customer_email: text.optional(),
      expires_at: integer.optional(),
      locale: z.string().max(10).optional(),
      metadata: metadata.optional(),
      payment_method_types: methodTypes.optional(),
      setup_intent_data: z
        .strictObject({ description: text.optional(), metadata: metadata.optional() })
        .optional(),
    }),
    async run(context, input) {
      if (input.customer !== undefined) {
        await getCustomer(context, input.customer, "customer");
      }
      if (input.currency === undefined && input.payment_method_types === undefined) {
        throw invalidRequest(
          "You must provide `currency` in `setup` mode when `payment_method_types` is not set.",
          { param: "currency" },
        );
      }
      const createdAt = seconds(context.now);
      const expiresAt = input.expires_at ?? createdAt + standardSessionSeconds;
      if (!maySessionExpireAt(createdAt, expiresAt)) {
        throw invalidRequest(
          "The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.",
          { param: "expires_at" },
        );
      }
      const intent = await createSetupIntent(context, {
        customer: input.customer ?? null,
        description: input.setup_intent_data?.description ?? null,
        metadata: mergeMetadata({}, input.setup_intent_data?.metadata),
        usage: "off_session",
        automaticMethods: null,
      });
      const { body } = await createSession(
        context,
        {
          mode: input.mode,
          success_url: input.success_url,
          cancel_url: input.cancel_url ?? null,
          client_reference_id: input.client_reference_id ?? null,
          currency: input.currency ?? null,
          customer: input.customer ?? null,
          customer_email: input.customer_email ?? null,
          locale: input.locale ?? null,
          metadata: mergeMetadata({}, input.metadata),
          setup_intent: intent.body.id,
          expiresAt,
          amountTotal: null,
        },
        [],
      );
      await context.objects.save("setup_intent", { ...intent, hidden: { session: body.id } });
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
    method: "POST",
    path: `${path}/expire`,
    input: nothing,
    run: async (context, _input, id) =>
      ok((await expireSession(context, await context.objects.lock("checkout.session", id, "session"))).body),
  }),
];
