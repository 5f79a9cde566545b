import type { Hono, Context as HonoContext } from "hono";
import { html } from "hono/html";
import { isSameSecret } from "../api/mount-api.ts";
import { type Context, noRequest, type Processor, transact } from "../context.ts";
import type { Stored } from "../objects/kinds.ts";
import { returnUrlOf } from "../objects/next-action.ts";
import { authenticatePaymentIntent } from "../verbs/payment-intents.ts";
import { settleAttempt, successUrl } from "../verbs/session-attempt.ts";
import { authenticateSetupIntent } from "../verbs/setup-intents.ts";
import { notFoundPage } from "./error-pages.ts";
import { pageResponse } from "./layout.ts";
import { formatMoney } from "./money.ts";

type Intent = Stored<"payment_intent"> | Stored<"setup_intent">;

const path = "/pages/authenticate/:id";

/** The page of the customer's bank, which approves or declines a card's use. */
export function mountAuthenticationPage(app: Hono, processor: Processor): void {
  app.get(path, async (c) => {
    const found = await transact(processor, noRequest, async (context) => {
      const intent = await findIntent(context, c);
      return intent && { intent, ...(await continuation(context, intent)) };
    });
    return found ? await bankPage(c, found) : await notFoundPage(c);
  });
  app.post(path, async (c) => {
    const { decision } = await c.req.parseBody();
    const target = await transact(processor, noRequest, async (context) => {
      const intent = await findIntent(context, c);
      return intent && (await decide(context, intent, decision === "approve"));
    });
    return target === undefined ? await notFoundPage(c) : c.redirect(target, 303);
  });
}

async function findIntent({ objects }: Context, c: HonoContext): Promise<Intent | undefined> {
  const id = c.req.param("id") ?? "";
  const intent = (await objects.find("payment_intent", id)) ?? (await objects.find("setup_intent", id));
  const isKnown = isSameSecret(c.req.query("client_secret") ?? "", intent?.body.client_secret ?? "");
  return intent && isKnown ? intent : undefined;
}

/** Returns the address that the customer continues at. A second answer changes nothing. */
async function decide(context: Context, found: Intent, isApproved: boolean): Promise<string> {
  const { objects } = context;
  // The session is locked first, as by its page.
  const session =
    found.hidden.session === null
      ? undefined
      : await objects.lock("checkout.session", found.hidden.session, "session");
  const { id, object } = found.body;
  const intent = await objects.lock(object, id, "intent");
  const returnUrl = returnUrlOf(intent.body.next_action);
  if (intent.body.status !== "requires_action") {
    return session ? `/pages/checkout/${session.body.id}` : selfUrl(intent);
  }
  const result = isPayment(intent)
    ? await authenticatePaymentIntent(context, intent, isApproved)
    : await authenticateSetupIntent(context, intent, isApproved);
  if (!session) {
    return returnUrl === null ? selfUrl(intent) : withResult(returnUrl, result.intent);
  }
  const settled = await settleAttempt(context, session, result);
  return settled.kind === "completed" ? successUrl(settled.session) : `/pages/checkout/${session.body.id}`;
}

const isPayment = (intent: Intent): intent is Stored<"payment_intent"> =>
  intent.body.object === "payment_intent";

const selfUrl = ({ body }: Intent): string =>
  `/pages/authenticate/${body.id}?client_secret=${body.client_secret}`;

/** Stripe adds the same parameters to the caller's address. */
function withResult(returnUrl: string, { body }: Intent): string {
  const url = new URL(returnUrl);
  url.searchParams.set(body.object, body.id);
  url.searchParams.set(`${body.object}_client_secret`, body.client_secret);
  url.searchParams.set("redirect_status", body.status === "succeeded" ? "succeeded" : "failed");
  return url.href;
}

type Continuation = { sessionId: string | null; formTargets: string[] };

async function continuation({ objects }: Context, { body, hidden }: Intent): Promise<Continuation> {
  if (hidden.session === null) {
    const returnUrl = returnUrlOf(body.next_action);
    return { sessionId: null, formTargets: returnUrl === null ? [] : [returnUrl] };
  }
  const session = await objects.get("checkout.session", hidden.session, "session");
  return { sessionId: hidden.session, formTargets: [successUrl(session)] };
}

async function bankPage(
  c: HonoContext,
  { intent, sessionId, formTargets }: Continuation & { intent: Intent },
): Promise<Response> {
  if (intent.body.status !== "requires_action") {
    const content = html`
      <h1>This request is closed</h1>
      <p>It was answered, or it has expired. Go back to the shop to see the result.</p>`;
    return await pageResponse(c, { title: "This request is closed", content });
  }
  const question = isPayment(intent)
    ? html`Confirm that you want to pay <strong>${formatMoney(intent.body.amount, intent.body.currency)}</strong>.`
    : "Confirm that you want to save your card for later payments.";
  const content = html`
    <h1>Confirm with your bank</h1>
    <p>${question}</p>
    <form method="post">
      <button type="submit" name="decision" value="approve">Approve</button>
      <button class="secondary" type="submit" name="decision" value="decline">Decline</button>
    </form>
    ${sessionId === null ? "" : html`<p><a href="/pages/checkout/${sessionId}">Use another card</a></p>`}`;
  return await pageResponse(c, { title: "Confirm with your bank", content, formTargets });
}
