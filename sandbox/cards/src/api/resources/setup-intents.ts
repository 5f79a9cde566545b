import { z } from "zod";
import type { Context } from "../../context.ts";
import type { Stored } from "../../objects/kinds.ts";
import { mergeMetadata } from "../../objects/object-fields.ts";
import { invalidRequest } from "../../stripe-error.ts";
import { automaticMethodsOf, requireReturnUrl } from "../../verbs/automatic-methods.ts";
import { getCustomer } from "../../verbs/get-customer.ts";
import { lockIntent } from "../../verbs/lock-intent.ts";
import { cancelSetupIntent, confirmSetupIntent, createSetupIntent } from "../../verbs/setup-intents.ts";
import {
  datedListInput,
  flag,
  metadata,
  methodTypes,
  nothing,
  removableText,
  text,
  webUrl,
} from "../fields.ts";
import { containing, listReply } from "../list-reply.ts";
import { failed, ok, operation, type Reply } from "../operation.ts";

const path = "/v1/setup_intents/:id";
const confirmation = { payment_method: text.optional(), return_url: webUrl.optional() };

export const setupIntentOperations = [
  operation({
    method: "POST",
    path: "/v1/setup_intents",
    input: z.strictObject({
      ...confirmation,
      automatic_payment_methods: z
        .strictObject({ enabled: flag, allow_redirects: z.enum(["always", "never"]).optional() })
        .optional(),
      confirm: flag.optional(),
      customer: text.optional(),
      description: removableText.optional(),
      metadata: metadata.optional(),
      payment_method_types: methodTypes.optional(),
      usage: z.enum(["off_session", "on_session"]).optional(),
    }),
    async run(context, input) {
      if (input.customer !== undefined) {
        await getCustomer(context, input.customer, "customer");
      }
      const intent = await createSetupIntent(context, {
        customer: input.customer ?? null,
        description: input.description ?? null,
        metadata: mergeMetadata({}, input.metadata),
        usage: input.usage ?? "off_session",
        automaticMethods: automaticMethodsOf(input.automatic_payment_methods, input.payment_method_types),
      });
      return input.confirm ? await confirm(context, intent, input) : ok(intent.body);
    },
  }),
  operation({
    method: "GET",
    path: "/v1/setup_intents",
    input: datedListInput({ customer: text.optional(), payment_method: text.optional() }),
    run: (context, { created, customer, payment_method, ...page }) =>
      listReply(context, "setup_intent", "/v1/setup_intents", page, {
        created,
        contains: containing({ customer, payment_method }),
      }),
  }),
  operation({
    method: "GET",
    path,
    input: nothing,
    run: async ({ objects }, _input, id) => ok((await objects.get("setup_intent", id, "intent")).body),
  }),
  operation({
    method: "POST",
    path: `${path}/confirm`,
    input: z.strictObject(confirmation),
    run: async (context, input, id) =>
      await confirm(context, await lockIntent(context, "setup_intent", id, "confirm"), input),
  }),
  operation({
    method: "POST",
    path: `${path}/cancel`,
    input: z.strictObject({
      cancellation_reason: z.enum(["abandoned", "duplicate", "requested_by_customer"]).optional(),
    }),
    async run(context, { cancellation_reason }, id) {
      const intent = await lockIntent(context, "setup_intent", id, "cancel");
      return ok((await cancelSetupIntent(context, intent, cancellation_reason ?? null)).body);
    },
  }),
];

type Confirmation = { payment_method?: string | undefined; return_url?: string | undefined };

async function confirm(
  context: Context,
  intent: Stored<"setup_intent">,
  input: Confirmation,
): Promise<Reply> {
  const methodId = input.payment_method ?? intent.body.payment_method;
  if (methodId === null) {
    throw invalidRequest(
      "You cannot confirm this SetupIntent because it's missing a payment method. To confirm the SetupIntent, specify a payment method attached to this customer along with the customer ID.",
      { code: "setup_intent_unexpected_state" },
    );
  }
  const returnUrl = input.return_url ?? null;
  requireReturnUrl("SetupIntent", intent.body.automatic_payment_methods, returnUrl);
  const method = await context.objects.lock("payment_method", methodId, "payment_method");
  const result = await confirmSetupIntent(context, intent, method, { returnUrl, isAuthenticated: false });
  return result.error ? failed(402, result.error) : ok(result.intent.body);
}
