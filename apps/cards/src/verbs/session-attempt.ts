import type { Context } from "../context.ts";
import type { Stored } from "../objects/kinds.ts";
import type { EnteredCard } from "../rules/card-form.ts";
import type { StripeError } from "../stripe-error.ts";
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
  const returnUrl = successUrl(session);
  const intent = await context.objects.lock("setup_intent", session.body.setup_intent ?? "", "intent");
  const result = await confirmSetupIntent(context, intent, method, { returnUrl, isAuthenticated: false });
  return await settleAttempt(context, session, result);
}

/** Brings the session up to date with its intent. */
export async function settleAttempt(
  context: Context,
  session: Session,
  { intent, error }: SetupResult,
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
