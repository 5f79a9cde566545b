import type { Context } from "../context.ts";
import { newCharge } from "../objects/charge.ts";
import type { Stored } from "../objects/kinds.ts";
import { authenticationAction } from "../objects/next-action.ts";
import { seconds } from "../objects/object-fields.ts";
import { newPaymentIntent, type PaymentIntentDetails } from "../objects/payment-intent.ts";
import { processingFee } from "../rules/amounts.ts";
import { chargeOutcome, isCardExpired } from "../rules/card-outcome.ts";
import { type IntentStep, intentAfter } from "../rules/intent-status.ts";
import { behaviorOf } from "../rules/test-cards.ts";
import { authenticationError, declineError, invalidRequest, type StripeError } from "../stripe-error.ts";
import { openDispute } from "./disputes.ts";
import { warnOfFraud } from "./early-fraud-warnings.ts";
import { moveBalance } from "./move-balance.ts";
import { attachCard, requireUsableCard } from "./payment-methods.ts";

type Intent = Stored<"payment_intent">;
type Method = Stored<"payment_method">;

export type PaymentResult = { intent: Intent; error?: StripeError };

export type Confirmation = { returnUrl: string | null; isOffSession: boolean; isAuthenticated: boolean };

export async function createPaymentIntent(
  { objects, emit, now }: Context,
  details: PaymentIntentDetails,
  session: string | null,
): Promise<Intent> {
  const intent: Intent = { body: newPaymentIntent(details, now), hidden: { session } };
  await objects.insert("payment_intent", intent);
  await emit("payment_intent.created", intent.body);
  return intent;
}

/** Charges a card, unless its bank declines or requires authentication. */
export async function confirmPaymentIntent(
  context: Context,
  intent: Intent,
  method: Method,
  confirmation: Confirmation,
): Promise<PaymentResult> {
  const { isOffSession, isAuthenticated } = confirmation;
  requireStep(intent, "succeeds");
  requireUsableCard(method, intent.body.customer);
  const outcome = chargeOutcome(behaviorOf(method.hidden.behavior), {
    isExpired: isCardExpired(method.body.card, context.now),
    isAuthenticated,
    isOffSession,
    isSetUp: method.hidden.isSetUp,
  });
  switch (outcome.kind) {
    case "declined":
      return await decline(context, intent, method, declineError(outcome.code), isAuthenticated);
    case "requires_authentication":
      return await requireAuthentication(context, intent, method, confirmation.returnUrl);
    case "succeeds":
      return await charge(context, intent, method, isAuthenticated);
  }
}

/** The customer's answer at the bank. */
export async function authenticatePaymentIntent(
  context: Context,
  intent: Intent,
  isApproved: boolean,
): Promise<PaymentResult> {
  const status = requireStep(intent, "authentication_failed");
  const methodId = intent.body.payment_method ?? "";
  const method = await context.objects.lock("payment_method", methodId, "payment_method");
  if (isApproved) {
    const confirmation = { returnUrl: null, isOffSession: false, isAuthenticated: true };
    return await confirmPaymentIntent(context, intent, method, confirmation);
  }
  const error = {
    ...authenticationError("payment_intent_authentication_failure"),
    payment_method: method.body,
  };
  const body = { ...intent.body, status, payment_method: null, last_payment_error: error, next_action: null };
  await context.objects.save("payment_intent", { ...intent, body });
  await context.emit("payment_intent.payment_failed", body);
  return { intent: { ...intent, body }, error };
}

export async function cancelPaymentIntent(
  { objects, emit, now }: Context,
  intent: Intent,
  reason: string | null,
): Promise<Intent> {
  const body = {
    ...intent.body,
    status: requireStep(intent, "canceled"),
    canceled_at: seconds(now),
    cancellation_reason: reason,
    next_action: null,
  };
  await objects.save("payment_intent", { ...intent, body });
  await emit("payment_intent.canceled", body);
  return { ...intent, body };
}

async function charge(
  context: Context,
  intent: Intent,
  method: Method,
  isAuthenticated: boolean,
): Promise<PaymentResult> {
  const { objects, emit, now } = context;
  const made = newCharge(intent.body, method.body, { error: null, isAuthenticated }, now);
  const { amount, currency, customer, description } = intent.body;
  const transaction = await moveBalance(context, {
    type: "charge",
    amount,
    fee: processingFee(amount),
    currency,
    source: made.id,
    description,
  });
  const paid = { ...made, balance_transaction: transaction.id };
  await objects.insert("charge", { body: paid, hidden: {} });
  const body = {
    ...intent.body,
    status: requireStep(intent, "succeeds"),
    amount_received: amount,
    payment_method: method.body.id,
    latest_charge: paid.id,
    last_payment_error: null,
    next_action: null,
  };
  await objects.save("payment_intent", { ...intent, body });
  await emit("charge.succeeded", paid);
  await emit("payment_intent.succeeded", body);
  if (customer !== null && body.setup_future_usage !== null) {
    await attachCard(context, method, customer, { isSetUp: body.setup_future_usage === "off_session" });
  }
  const { afterCharge } = behaviorOf(method.hidden.behavior);
  if (afterCharge === "dispute") {
    await openDispute(context, { body: paid, hidden: {} });
  }
  if (afterCharge === "early_fraud_warning") {
    await warnOfFraud(context, { body: paid, hidden: {} });
  }
  return { intent: { ...intent, body } };
}

async function decline(
  context: Context,
  intent: Intent,
  method: Method,
  cause: StripeError,
  isAuthenticated: boolean,
): Promise<PaymentResult> {
  const { objects, emit, now } = context;
  const declined = newCharge(intent.body, method.body, { error: cause, isAuthenticated }, now);
  await objects.insert("charge", { body: declined, hidden: {} });
  const error = { ...cause, charge: declined.id, payment_method: method.body };
  const body = {
    ...intent.body,
    status: requireStep(intent, "declined"),
    payment_method: null,
    latest_charge: declined.id,
    last_payment_error: error,
    next_action: null,
  };
  await objects.save("payment_intent", { ...intent, body });
  await emit("charge.failed", declined);
  await emit("payment_intent.payment_failed", body);
  return { intent: { ...intent, body }, error };
}

async function requireAuthentication(
  { objects, emit }: Context,
  intent: Intent,
  method: Method,
  returnUrl: string | null,
): Promise<PaymentResult> {
  const body = {
    ...intent.body,
    status: requireStep(intent, "requires_authentication"),
    payment_method: method.body.id,
    last_payment_error: null,
    next_action: authenticationAction(intent.body, returnUrl),
  };
  await objects.save("payment_intent", { ...intent, body });
  await emit("payment_intent.requires_action", body);
  return { intent: { ...intent, body } };
}

function requireStep({ body }: Intent, step: IntentStep) {
  const status = intentAfter(body.status, step);
  if (status === undefined) {
    throw invalidRequest(
      `You cannot ${step === "canceled" ? "cancel" : "confirm"} this PaymentIntent because it has a status of ${body.status}.`,
      { code: "payment_intent_unexpected_state", payment_intent: body },
    );
  }
  return status;
}
