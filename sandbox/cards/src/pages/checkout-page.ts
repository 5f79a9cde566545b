import { setTimeout as delay } from "node:timers/promises";
import type { Hono } from "hono";
import { noRequest, type Processor, transact } from "../context.ts";
import type { Stored } from "../objects/kinds.ts";
import { type CardForm, type CardFormErrors, cardFields, readCardForm } from "../rules/card-form.ts";
import { withChargeTrouble } from "../verbs/charge-trouble.ts";
import { type AttemptResult, attemptSession, successUrl } from "../verbs/session-attempt.ts";
import { lostPage, notFoundPage } from "./error-pages.ts";
import { sessionPage } from "./session-page.ts";

type Session = Stored<"checkout.session">;

type Submission =
  | AttemptResult
  | { kind: "unknown" }
  | { kind: "closed"; session: Session }
  | { kind: "repeated" }
  | { kind: "invalid"; session: Session; errors: CardFormErrors }
  | { kind: "lost" };

type Submitted = { submission: Submission; delayMs: number };

const path = "/pages/checkout/:id";
const atOnce = (submission: Submission): Submitted => ({ submission, delayMs: 0 });

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
    const { submission, delayMs } = await submit(processor, c.req.param("id"), values, field("attempt"));
    await delay(delayMs);
    switch (submission.kind) {
      case "unknown":
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
      case "lost":
        return await lostPage(c);
    }
  });
}

/** Holds the session's lock, so that a form that is submitted twice is one attempt. */
async function submit(
  processor: Processor,
  id: string,
  values: CardForm,
  attempt: string,
): Promise<Submitted> {
  return await transact(processor, noRequest, async (context): Promise<Submitted> => {
    const { objects, now } = context;
    if (!(await objects.find("checkout.session", id))) {
      return atOnce({ kind: "unknown" });
    }
    const session = await objects.lock("checkout.session", id, "session");
    if (session.body.status !== "open") {
      return atOnce({ kind: "closed", session });
    }
    if (attempt !== String(session.hidden.attempt)) {
      return atOnce({ kind: "repeated" });
    }
    const read = readCardForm(values, now);
    if ("errors" in read) {
      return atOnce({ kind: "invalid", session, errors: read.errors });
    }
    if (session.body.mode === "setup") {
      return atOnce(await attemptSession(context, session, read.entered));
    }
    const { result, delayMs } = await withChargeTrouble(context, () =>
      attemptSession(context, session, read.entered),
    );
    return { submission: result === "internal_error" ? { kind: "lost" } : result, delayMs };
  });
}
