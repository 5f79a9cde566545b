import type { Hono, Context as HonoContext } from "hono";
import { html } from "hono/html";
import { noRequest, type Processor, transact } from "../context.ts";
import type { Stored } from "../objects/kinds.ts";
import { type CardForm, type CardFormErrors, cardFields, readCardForm } from "../rules/card-form.ts";
import { type AttemptResult, attemptSession, successUrl } from "../verbs/session-attempt.ts";
import { cardForm } from "./card-form.ts";
import { pageResponse } from "./layout.ts";
import { notFoundPage } from "./not-found-page.ts";

type Session = Stored<"checkout.session">;

type Submission =
  | AttemptResult
  | { kind: "closed"; session: Session }
  | { kind: "repeated"; session: Session }
  | { kind: "invalid"; session: Session; errors: CardFormErrors };

const path = "/pages/checkout/:id";

/** The hosted page of a Checkout Session. */
export function mountCheckoutPage(app: Hono, processor: Processor): void {
  app.get(path, async (c) => {
    const session = await transact(processor, noRequest, ({ objects }) =>
      objects.find("checkout.session", c.req.param("id")),
    );
    return session ? await sessionPage(c, session) : await notFoundPage(c);
  });
  app.post(path, async (c) => {
    const form = await c.req.parseBody();
    const field = (name: string) => (typeof form[name] === "string" ? form[name] : "");
    const values = Object.fromEntries(cardFields.map((name) => [name, field(name)])) as CardForm;
    const submission = await submit(processor, c.req.param("id"), values, Number(field("attempt")));
    switch (submission?.kind) {
      case undefined:
        return await notFoundPage(c);
      case "completed":
        return c.redirect(successUrl(submission.session), 303);
      case "authenticate":
        return c.redirect(submission.url, 303);
      case "closed":
        return submission.session.body.status === "complete"
          ? c.redirect(successUrl(submission.session), 303)
          : await sessionPage(c, submission.session);
      case "repeated":
        return c.redirect(c.req.path, 303);
      case "refused":
        return await sessionPage(c, submission.session, { values, errors: {}, status: 402 });
      case "invalid":
        return await sessionPage(c, submission.session, { values, errors: submission.errors, status: 422 });
    }
  });
}

/** Holds the session's lock, so that a form that is submitted twice is one attempt. */
async function submit(
  processor: Processor,
  id: string,
  values: CardForm,
  attempt: number,
): Promise<Submission | undefined> {
  return await transact(processor, noRequest, async (context): Promise<Submission | undefined> => {
    if (!(await context.objects.find("checkout.session", id))) {
      return undefined;
    }
    const session = await context.objects.lock("checkout.session", id, "session");
    if (session.body.status !== "open" || session.body.expires_at * 1000 <= context.now.getTime()) {
      return { kind: "closed", session };
    }
    if (attempt !== session.hidden.attempt) {
      return { kind: "repeated", session };
    }
    const read = readCardForm(values, context.now);
    return "errors" in read
      ? { kind: "invalid", session, errors: read.errors }
      : await attemptSession(context, session, read.entered);
  });
}

type Filled = { values: Partial<CardForm>; errors: CardFormErrors; status: 200 | 402 | 422 };

async function sessionPage(
  c: HonoContext,
  session: Session,
  filled: Filled = { values: {}, errors: {}, status: 200 },
): Promise<Response> {
  const { status, cancel_url: cancelUrl } = session.body;
  if (status !== "open") {
    return await closedPage(c, session);
  }
  const message =
    Object.keys(filled.errors).length > 0 ? "Check the fields below." : session.hidden.lastError;
  const content = html`
    <h1>Save a card</h1>
    <p>The card is saved for later payments. Nothing is charged now.</p>
    ${message === null ? "" : html`<p role="alert">${message}</p>`}
    ${cardForm({ ...filled, attempt: session.hidden.attempt }, "Save card")}
    ${cancelUrl === null ? "" : html`<p><a href="${cancelUrl}">Cancel and go back</a></p>`}`;
  return await pageResponse(c, {
    title: "Save a card",
    content,
    status: filled.status,
    formTargets: [successUrl(session)],
  });
}

async function closedPage(c: HonoContext, session: Session): Promise<Response> {
  const { status, cancel_url: cancelUrl } = session.body;
  if (status === "complete") {
    const content = html`
      <h1>Card saved</h1>
      <p>This page has already been used. Your card is saved.</p>
      <p><a class="button" href="${successUrl(session)}">Continue</a></p>`;
    return await pageResponse(c, { title: "Card saved", content });
  }
  const content = html`
    <h1>This page has expired</h1>
    <p>Nothing was charged. Go back and start again.</p>
    ${cancelUrl === null ? "" : html`<p><a class="button" href="${cancelUrl}">Go back</a></p>`}`;
  return await pageResponse(c, { title: "This page has expired", content, status: 410 });
}
