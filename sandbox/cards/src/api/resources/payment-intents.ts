import { z } from "zod";
import type { Context } from "../../context.ts";
import type { Stored } from "../../objects/kinds.ts";
import { mergeMetadata } from "../../objects/object-fields.ts";
import { amountRefusal } from "../../rules/amounts.ts";
import { internalError, invalidRequest } from "../../stripe-error.ts";
import { automaticMethodsOf, requireReturnUrl } from "../../verbs/automatic-methods.ts";
import { withChargeTrouble } from "../../verbs/charge-trouble.ts";
import { getCustomer } from "../../verbs/get-customer.ts";
import { lockIntent } from "../../verbs/lock-intent.ts";
import {
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
} from "../../verbs/payment-intents.ts";
import { requireUsableCard } from "../../verbs/payment-methods.ts";
import {
  currency,
  datedListInput,
  flag,
  futureUsage,
  integer,
  metadata,
  methodTypes,
  nothing,
  removableText,
  text,
  webUrl,
} from "../fields.ts";
import { containing, listReply } from "../list-reply.ts";
import { failed, ok, operation, type Reply } from "../operation.ts";

const path = "/v1/payment_intents/:id";
const confirmation = {
  off_session: z.union([flag, z.enum(["one_off", "recurring"]).transform(() => true)]).optional(),
  payment_method: text.optional(),
  return_url: webUrl.optional(),
};

export const paymentIntentOperations = [
  operation({
    method: "POST",
    path: "/v1/payment_intents",
    input: z.strictObject({
      ...confirmation,
      amount: integer,
      automatic_payment_methods: z
        .strictObject({ enabled: flag, allow_redirects: z.enum(["always", "never"]).optional() })
        .optional(),
      capture_method: z.enum(["automatic", "automatic_async"]).optional(),
      confirm: flag.optional(),
      currency,
      customer: text.optional(),
      description: removableText.optional(),
      metadata: metadata.optional(),
      payment_method_types: methodTypes.optional(),
      receipt_email: removableText.optional(),
      setup_future_usage: futureUsage.optional(),
      statement_descriptor_suffix: z.string().min(1).max(22).optional(),
    }),
    async run(context, input) {
      requireAmount(input.amount, input.currency);
      const customer = input.customer ?? null;
      if (customer !== null) {
        await getCustomer(context, customer, "customer");
      }
      if (input.payment_method !== undefined) {
        const method = await context.objects.get("payment_method", input.payment_method, "payment_method");
        requireUsableCard(method, customer);
      }
      if (!input.confirm && (input.off_session !== undefined || input.return_url !== undefined)) {
        const param = input.off_session === undefined ? "return_url" : "off_session";
        throw invalidRequest(`\`${param}\` can only be set when \`confirm\` is true.`, { param });
      }
      const intent = await createPaymentIntent(
        context,
        {
          amount: input.amount,
          currency: input.currency,
          customer,
          description: input.description ?? null,
          metadata: mergeMetadata({}, input.metadata),
          payment_method: input.payment_method ?? null,
          receipt_email: input.receipt_email ?? null,
          setup_future_usage: input.setup_future_usage ?? null,
          statement_descriptor_suffix: input.statement_descriptor_suffix ?? null,
          automaticMethods: automaticMethodsOf(input.automatic_payment_methods, input.payment_method_types),
        },
        null,
      );
      return input.confirm ? await confirm(context, intent, input) : ok(intent.body);
    },
  }),
  operation({
    method: "GET",
    path: "/v1/payment_intents",
    input: datedListInput({ customer: text.optional() }),
    run: (context, { created, customer, ...page }) =>
      listReply(context, "payment_intent", "/v1/payment_intents", page, {
        created,
        contains: containing({ customer }),
      }),
  }),
  operation({
    method: "GET",
    path,
    input: nothing,
    run: async ({ objects }, _input, id) => ok((await objects.get("payment_intent", id, "intent")).body),
  }),
  operation({
    method: "POST",
    path: `${path}/confirm`,
    input: z.strictObject({ ...confirmation, setup_future_usage: futureUsage.optional() }),
    async run(context, { setup_future_usage, ...input }, id) {
      const { body, hidden } = await lockIntent(context, "payment_intent", id, "confirm");
      const changed = { ...body, setup_future_usage: setup_future_usage ?? body.setup_future_usage };
      return await confirm(context, { body: changed, hidden }, input);
    },
  }),
  operation({
    method: "POST",
    path: `${path}/cancel`,
    input: z.strictObject({
      cancellation_reason: z
        .enum(["abandoned", "duplicate", "fraudulent", "requested_by_customer"])
        .optional(),
    }),
    async run(context, { cancellation_reason }, id) {
      const intent = await lockIntent(context, "payment_intent", id, "cancel");
      return ok((await cancelPaymentIntent(context, intent, cancellation_reason ?? null)).body);
    },
  }),
];

type Confirmation = {
  off_session?: boolean | undefined;
  payment_method?: string | undefined;
  return_url?: string | undefined;
};

async function confirm(
  context: Context,
  intent: Stored<"payment_intent">,
  input: Confirmation,
): Promise<Reply> {
  const { body } = intent;
  const methodId = input.payment_method ?? body.payment_method;
  if (methodId === null) {
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      { code: "payment_intent_unexpected_state", payment_intent: body },
    );
  }
  const isOffSession = input.off_session ?? false;
  const returnUrl = input.return_url ?? null;
  if (!isOffSession) {
    requireReturnUrl("PaymentIntent", body.automatic_payment_methods, returnUrl);
  }
  const method = await context.objects.lock("payment_method", methodId, "payment_method");
  const { result, delayMs } = await withChargeTrouble(context, () =>
    confirmPaymentIntent(context, intent, method, { returnUrl, isOffSession, isAuthenticated: false }),
  );
  if (result === "internal_error") {
    return failed(500, internalError);
  }
  const reply = result.error
    ? failed(402, { ...result.error, payment_intent: result.intent.body })
    : ok(result.intent.body);
  return { ...reply, delayMs };
}

export function requireAmount(amount: number, currencyCode: string): void {
  const refusal = amountRefusal(amount, currencyCode);
  if (refusal) {
    const size = refusal === "amount_too_small" ? "below the minimum" : "above the maximum";
    throw invalidRequest(`The amount ${amount} is ${size} for ${currencyCode}.`, {
      code: refusal,
      param: "amount",
    });
  }
}
