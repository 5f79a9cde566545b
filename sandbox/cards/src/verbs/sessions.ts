import type { Context } from "../context.ts";
import { newCheckoutSession, type SessionDetails, type SessionTerms } from "../objects/checkout-session.ts";
import type { Stored } from "../objects/kinds.ts";
import { intentAfter } from "../rules/intent-status.ts";
import { type SessionStep, sessionAfter } from "../rules/session-status.ts";
import { invalidRequest } from "../stripe-error.ts";
import { cancelPaymentIntent } from "./payment-intents.ts";
import { cancelSetupIntent } from "./setup-intents.ts";

type Session = Stored<"checkout.session">;

export async function createSession(
  { objects, now }: Context,
  details: SessionDetails,
  terms: Pick<SessionTerms, "lineItems" | "payment">,
): Promise<Session> {
  const body = newCheckoutSession(details, now);
  const session: Session = { body, hidden: { ...terms, attempt: 1, lastError: null } };
  await objects.insert("checkout.session", session, { dueAt: new Date(body.expires_at * 1000) });
  return session;
}

export async function completeSession(
  { objects, emit }: Context,
  session: Session,
  holder: { name: string | null; email: string | null },
): Promise<Session> {
  const body: Session["body"] = {
    ...session.body,
    status: requireStep(session, "completed"),
    payment_status: session.body.mode === "payment" ? "paid" : "no_payment_required",
    customer_details: { address: null, phone: null, tax_exempt: "none", tax_ids: [], ...holder },
    url: null,
  };
  await objects.save("checkout.session", { ...session, body }, { dueAt: null });
  await emit("checkout.session.completed", body);
  return { ...session, body };
}

/** Also cancels the session's intent, so that it can't be completed later. */
export async function expireSession(context: Context, session: Session): Promise<Session> {
  const { objects, emit } = context;
  const body = { ...session.body, status: requireStep(session, "expired"), url: null };
  await objects.save("checkout.session", { ...session, body }, { dueAt: null });
  if (body.setup_intent !== null) {
    const intent = await objects.lock("setup_intent", body.setup_intent, "setup_intent");
    if (intentAfter(intent.body.status, "canceled")) {
      await cancelSetupIntent(context, intent, "abandoned");
    }
  }
  if (body.payment_intent !== null) {
    const intent = await objects.lock("payment_intent", body.payment_intent, "payment_intent");
    if (intentAfter(intent.body.status, "canceled")) {
      await cancelPaymentIntent(context, intent, "abandoned");
    }
  }
  await emit("checkout.session.expired", body);
  return { ...session, body };
}

function requireStep({ body }: Session, step: SessionStep) {
  const status = sessionAfter(body.status, step);
  if (status === undefined) {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be ${step}. This Checkout Session has a status of ${body.status}.`,
    );
  }
  return status;
}
