import type { Context } from "../context.ts";
import type { Stored } from "../objects/kinds.ts";
import { authenticationAction } from "../objects/next-action.ts";
import { newSetupIntent, type SetupIntentDetails } from "../objects/setup-intent.ts";
import { isCardExpired, saveOutcome } from "../rules/card-outcome.ts";
import { type IntentStep, intentAfter } from "../rules/intent-status.ts";
import { behaviorOf } from "../rules/test-cards.ts";
import { authenticationError, declineError, invalidRequest, type StripeError } from "../stripe-error.ts";
import { attachCard, requireUsableCard } from "./payment-methods.ts";

type Intent = Stored<"setup_intent">;

export type SetupResult = { intent: Intent; error?: StripeError };

export async function createSetupIntent(
  { objects, emit, now }: Context,
  details: SetupIntentDetails,
): Promise<Intent> {
  const intent: Intent = { body: newSetupIntent(details, now), hidden: { session: null } };
  await objects.insert("setup_intent", intent);
  await emit("setup_intent.created", intent.body);
  return intent;
}

/** Saves a card, unless its bank declines or requires authentication. */
export async function confirmSetupIntent(
  context: Context,
  intent: Intent,
  method: Stored<"payment_method">,
  options: { returnUrl: string | null; isAuthenticated: boolean },
): Promise<SetupResult> {
  const { objects, emit, now } = context;
  const { customer } = intent.body;
  requireStep(intent, "succeeds");
  requireUsableCard(method, customer);
  const outcome = saveOutcome(behaviorOf(method.hidden.behavior), {
    isExpired: isCardExpired(method.body.card, now),
    isAuthenticated: options.isAuthenticated,
  });
  switch (outcome.kind) {
    case "declined": {
      const error = { ...declineError(outcome.code), payment_method: method.body };
      return await fail(context, intent, "declined", error);
    }
    case "requires_authentication": {
      const body = {
        ...intent.body,
        status: requireStep(intent, "requires_authentication"),
        payment_method: method.body.id,
        last_setup_error: null,
        next_action: authenticationAction(intent.body, options.returnUrl),
      };
      await objects.save("setup_intent", { ...intent, body });
      await emit("setup_intent.requires_action", body);
      return { intent: { ...intent, body } };
    }
    case "succeeds": {
      const body = {
        ...intent.body,
        status: requireStep(intent, "succeeds"),
        payment_method: method.body.id,
        last_setup_error: null,
        next_action: null,
      };
      await objects.save("setup_intent", { ...intent, body });
      if (customer !== null) {
        await attachCard(context, method, customer, { isSetUp: true });
      }
      await emit("setup_intent.succeeded", body);
      return { intent: { ...intent, body } };
    }
  }
}

/** The customer's answer at the bank. */
export async function authenticateSetupIntent(
  context: Context,
  intent: Intent,
  isApproved: boolean,
): Promise<SetupResult> {
  requireStep(intent, "authentication_failed");
  const methodId = intent.body.payment_method ?? "";
  const method = await context.objects.lock("payment_method", methodId, "payment_method");
  if (isApproved) {
    return await confirmSetupIntent(context, intent, method, { returnUrl: null, isAuthenticated: true });
  }
  return await fail(context, intent, "authentication_failed", {
    ...authenticationError("setup_intent_authentication_failure"),
    payment_method: method.body,
  });
}

export async function cancelSetupIntent(
  context: Context,
  intent: Intent,
  reason: string | null,
): Promise<Intent> {
  const body = {
    ...intent.body,
    status: requireStep(intent, "canceled"),
    cancellation_reason: reason,
    next_action: null,
  };
  await context.objects.save("setup_intent", { ...intent, body });
  await context.emit("setup_intent.canceled", body);
  return { ...intent, body };
}

async function fail(
  context: Context,
  intent: Intent,
  step: IntentStep,
  error: StripeError,
): Promise<SetupResult> {
  const body = {
    ...intent.body,
    status: requireStep(intent, step),
    payment_method: null,
    last_setup_error: error,
    next_action: null,
  };
  await context.objects.save("setup_intent", { ...intent, body });
  await context.emit("setup_intent.setup_failed", body);
  return { intent: { ...intent, body }, error: { ...error, setup_intent: body } };
}

function requireStep({ body }: Intent, step: IntentStep) {
  const status = intentAfter(body.status, step);
  if (status === undefined) {
    throw invalidRequest(
      `You cannot perform this action on this SetupIntent because it has a status of ${body.status}.`,
      { code: "setup_intent_unexpected_state" },
    );
  }
  return status;
}
