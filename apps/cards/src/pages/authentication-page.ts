import type { Hono, Context as HonoContext } from "hono";
import { html } from "hono/html";
import { isSameSecret } from "../api/mount-api.ts";
import { type Context, noRequest, type Processor, transact } from "../context.ts";
import type { Stored } from "../objects/kinds.ts";
import { returnUrlOf } from "../objects/next-action.ts";
import { settleAttempt, successUrl } from "../verbs/session-attempt.ts";
import { authenticateSetupIntent } from "../verbs/setup-intents.ts";
import { pageResponse } from "./layout.ts";
import { notFoundPage } from "./not-found-page.ts";

type Intent = Stored<"setup_intent">;

const path = "/pages/authenticate/:id";

/** The page of the customer's bank, which approves or declines a card's use. */
export function mountAuthenticationPage(app: Hono, processor: Processor): void {
  app.get(path, async (c) => {
    const intent = await transact(processor, noRequest, ({ objects }) =>
      objects.find("setup_intent", c.req.param("id")),
    );
    if (!intent || !hasSecret(c, intent)) {
      return await notFoundPage(c);
    }
    return await bankPage(c, processor, intent);
  });
  app.post(path, async (c) => {
    const { decision } = await c.req.parseBody();
    const target = await transact(processor, noRequest, async (context) => {
      const found = await context.objects.find("setup_intent", c.req.param("id"));
      return found && hasSecret(c, found) ? await decide(context, found, decision === "approve") : undefined;
    });
    return target === undefined ? await notFoundPage(c) : c.redirect(target, 303);
  });
}

const hasSecret = (c: HonoContext, { body }: Intent): boolean =>
  isSameSecret(c.req.query("client_secret") ?? "", body.client_secret);

/** Returns the address that the customer continues at. A second answer changes nothing. */
async function decide(context: Context, found: Intent, isApproved: boolean): Promise<string> {
  const { objects } = context;
  // The session is locked first, as by its page.
  const session =
    found.hidden.session === null
      ? undefined
      : await objects.lock("checkout.session", found.hidden.session, "session");
  const intent = await objects.lock("setup_intent", found.body.id, "intent");
  const returnUrl = returnUrlOf(intent.body.next_action);
  if (intent.body.status !== "requires_action") {
    return session ? `/pages/checkout/${session.body.id}` : selfUrl(intent);
  }
  const result = await authenticateSetupIntent(context, intent, isApproved);
  if (!session) {
    return returnUrl === null ? selfUrl(intent) : withResult(returnUrl, result.intent);
  }
  const settled = await settleAttempt(context, session, result);
  return settled.kind === "completed" ? successUrl(settled.session) : `/pages/checkout/${session.body.id}`;
}

const selfUrl = ({ body }: Intent): string =>
  `/pages/authenticate/${body.id}?client_secret=${body.client_secret}`;

function withResult(returnUrl: string, { body }: Intent): string {
  const url = new URL(returnUrl);
  url.searchParams.set(body.object, body.id);
  url.searchParams.set(`${body.object}_client_secret`, body.client_secret);
  url.searchParams.set("redirect_status", body.status === "succeeded" ? "succeeded" : "failed");
  return url.href;
}

async function bankPage(c: HonoContext, processor: Processor, intent: Intent): Promise<Response> {
  if (intent.body.status !== "requires_action") {
    const content = html`
      <h1>Already answered</h1>
      <p>You have answered this request. Close this page and go back to the shop.</p>`;
    return await pageResponse(c, { title: "Already answered", content });
  }
  const { sessionId, formTargets } = await continuation(processor, intent);
  const content = html`
    <h1>Your bank asks you to confirm</h1>
    <p>Confirm that you want to save your card for later payments.</p>
    <form method="post">
      <button type="submit" name="decision" value="approve">Approve</button>
      <button class="secondary" type="submit" name="decision" value="decline">Decline</button>
    </form>
    ${sessionId === null ? "" : html`<p><a href="/pages/checkout/${sessionId}">Use another card</a></p>`}`;
  return await pageResponse(c, { title: "Confirm with your bank", content, formTargets });
}

async function continuation(processor: Processor, { body, hidden }: Intent) {
  const returnUrl = returnUrlOf(body.next_action);
  if (hidden.session === null) {
    return { sessionId: null, formTargets: returnUrl === null ? [] : [returnUrl] };
  }
  const sessionId = hidden.session;
  const session = await transact(processor, noRequest, ({ objects }) =>
    objects.get("checkout.session", sessionId, "session"),
  );
  return { sessionId, formTargets: [successUrl(session)] };
}
