import type { Context as HonoContext } from "hono";
import { html } from "hono/html";
import type { Stored } from "../objects/kinds.ts";
import type { CardForm, CardFormErrors } from "../rules/card-form.ts";
import { successUrl } from "../verbs/session-attempt.ts";
import { cardForm } from "./card-form.ts";
import { pageResponse } from "./layout.ts";
import { formatMoney } from "./money.ts";

type Session = Stored<"checkout.session">;
type Filled = { values: Partial<CardForm>; errors: CardFormErrors; status: 200 | 402 | 422 };

/** The page of a session: the form while it is open, and afterward how it ended. */
export async function sessionPage(
  c: HonoContext,
  session: Session,
  filled: Filled = { values: {}, errors: {}, status: 200 },
): Promise<Response> {
  if (session.body.status !== "open") {
    return await closedPage(c, session);
  }
  const { cancel_url: cancelUrl } = session.body;
  const { title, introduction, submitLabel } = purposeOf(session);
  const hasErrors = Object.keys(filled.errors).length > 0;
  const message = hasErrors ? "Check the fields below. Nothing was charged." : session.hidden.lastError;
  const content = html`
    <h1>${title}</h1>
    ${introduction}
    ${message === null ? "" : html`<p role="alert">${message}</p>`}
    ${cardForm({ ...filled, attempt: session.hidden.attempt }, submitLabel)}
    ${cancelUrl === null ? "" : html`<p><a href="${cancelUrl}">Cancel and go back</a></p>`}`;
  return await pageResponse(c, { title, content, status: filled.status, formTargets: [successUrl(session)] });
}

function purposeOf({ body, hidden }: Session) {
  if (body.mode === "setup") {
    return {
      title: "Save a card",
      introduction: html`<p>The card is saved for later payments. Nothing is charged now.</p>`,
      submitLabel: "Save card",
    };
  }
  const currency = body.currency ?? "";
  const total = formatMoney(body.amount_total ?? 0, currency);
  const items = hidden.lineItems.map(({ name, unitAmount, quantity }) => {
    const label = quantity === 1 ? name : `${quantity} × ${name}`;
    return html`<li><span>${label}</span><span>${formatMoney(unitAmount * quantity, currency)}</span></li>`;
  });
  const isSaved = hidden.payment?.setup_future_usage === "off_session";
  return {
    title: "Pay by card",
    introduction: html`
      <p class="amount">${total}</p>
      <ul>${items}</ul>
      ${isSaved ? html`<p>The card is also saved for later payments.</p>` : ""}`,
    submitLabel: `Pay ${total}`,
  };
}

async function closedPage(c: HonoContext, session: Session): Promise<Response> {
  const { status, mode, cancel_url: cancelUrl } = session.body;
  if (status === "complete") {
    const title = mode === "payment" ? "Paid" : "Card saved";
    const text = mode === "payment" ? "Your payment was received." : "Your card is saved.";
    const content = html`
      <h1>${title}</h1>
      <p>${text} You don't need to do anything else on this page.</p>
      <p><a class="button" href="${successUrl(session)}">Continue</a></p>`;
    return await pageResponse(c, { title, content });
  }
  const content = html`
    <h1>This page has expired</h1>
    <p>Nothing was charged. Go back and start again.</p>
    ${cancelUrl === null ? "" : html`<p><a class="button" href="${cancelUrl}">Go back</a></p>`}`;
  return await pageResponse(c, { title: "This page has expired", content, status: 410 });
}
