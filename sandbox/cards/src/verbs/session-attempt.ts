import type { Context } from "../context.ts";
import type { Stored } from "../objects/kinds.ts";
import type { EnteredCard } from "../rules/card-form.ts";
import type { StripeError } from "../stripe-error.ts";
import { confirmPaymentIntent, createPaymentIntent, type PaymentResult } from "./payment-intents.ts";
import { createCard } from "./payment-methods.ts";
import { completeSession } from "./sessions.ts";
import { confirmSetupIntent, type SetupResult } from "./setup-intents.ts";

type Session = Stored<"checkout.session">;

/** An attempt to complete a session with a card: completed, sent to the bank's page, or refused with a message. */
export type AttemptResult =
  | { kind: "completed"; session: Session }
  | { kind: "authenticate"; url: string }
  | { kind: "refused"; session: Session };

export async function attemptSession(
  context: Context,
  session: Session,
  entered: EnteredCard,
): Promise<AttemptResult> {
  const { customer, customer_email } = session.body;
  const owner = customer === null ? undefined : await context.objects.get("customer", customer, "customer");
  const email = owner?.body.email ?? customer_email;
  const method = await createCard(context, { ...entered, holder: { name: entered.name, email } });
  const options = { returnUrl: successUrl(session), isAuthenticated: false };
  if (session.body.mode === "setup") {
    const intent = await context.objects.lock("setup_intent", session.body.setup_intent ?? "", "intent");
    return await settleAttempt(context, session, await confirmSetupIntent(context, intent, method, options));
  }
  const { started, intent } = await paymentOf(context, session);
  const result = await confirmPaymentIntent(context, intent, method, { ...options, isOffSession: false });
  return await settleAttempt(context, started, result);
}

/** The session's payment intent, which the first attempt creates. */
async function paymentOf(
  context: Context,
  session: Session,
): Promise<{ started: Session; intent: Stored<"payment_intent"> }> {
  const { body, hidden } = session;
  if (body.payment_intent !== null) {
    return {
      started: session,
      intent: await context.objects.lock("payment_intent", body.payment_intent, "intent"),
    };
  }
  const intent = await createPaymentIntent(
    context,
    {
      amount: body.amount_total ?? 0,
      currency: body.currency ?? "",
      customer: body.customer,
      description: hidden.payment?.description ?? null,
      metadata: hidden.payment?.metadata ?? {},
      payment_method: null,
      receipt_email: null,
      setup_future_usage: hidden.payment?.setup_future_usage ?? null,
      statement_descriptor_suffix: null,
      automaticMethods: null,
    },
    body.id,
  );
  return { started: { body: { ...body, payment_intent: intent.body.id }, hidden }, intent };
}

/** Brings the session up to date with its intent. */
export async function settleAttempt(
  context: Context,
  session: Session,
  { intent, error }: SetupResult | PaymentResult,
): Promise<AttemptResult> {
  const { objects } = context;
  const action = intent.body.next_action;
  if (action?.type === "redirect_to_url") {
    await objects.save("checkout.session", nextAttempt(session, null));
    return { kind: "authenticate", url: action.redirect_to_url.url };
  }
  if (error) {
    const refused = nextAttempt(session, messageOf(error));
    await objects.save("checkout.session", refused);
    return { kind: "refused", session: refused };
  }
  const method = await objects.get("payment_method", intent.body.payment_method ?? "", "payment_method");
  const { name, email } = method.body.billing_details;
  return { kind: "completed", session: await completeSession(context, session, { name, email }) };
}

export const successUrl = ({ body }: Session): string =>
  body.success_url.replaceAll("{CHECKOUT_SESSION_ID}", body.id);

const nextAttempt = ({ body, hidden }: Session, lastError: string | null): Session => ({
  body,
  hidden: { ...hidden, attempt: hidden.attempt + 1, lastError },
});

const messageOf = (error: StripeError): string =>
  error.type === "card_error"
    ? `${error.message} Nothing was charged. Try another card.`
    : "Your bank didn't confirm that it was you. Nothing was charged. Try again, or use another card.";
