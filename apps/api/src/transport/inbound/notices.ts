import type { Hono } from "hono";
import { type PaymentPorts, receiveNotice } from "../../modules/payments/index.ts";
import { type OperationDeps, sharedCtx } from "../rest/operations.ts";
import { type HonoEnv, readBody, requestHeader } from "../rest/request.ts";
import { completeJson } from "../rest/respond.ts";

/**
 * Stripe's webhooks, authenticated by their signature. Not in the API description, because no customer calls it; no
 * session, Origin check or rate limit. Any response but a 2xx makes Stripe send the notice again.
 */
export function mountStripeNotices(app: Hono<HonoEnv>, deps: OperationDeps & PaymentPorts): void {
  app.post("/inbound/stripe", async (c) => {
    const ctx = {
      ...sharedCtx(deps, c),
      // The processor's own, which say nothing about the person who made the change.
      ipAddress: null,
      userAgent: null,
      processor: deps.processor,
      panelUrl: deps.panelUrl,
      secretBox: deps.secretBox,
      operatorEmail: deps.operatorEmail,
      orders: deps.orders,
      actor: { kind: "system", job: "payment processor" } as const,
    };
    await receiveNotice(ctx, { body: await readBody(c), signature: requestHeader(c, "stripe-signature") });
    return completeJson(c, 200, '{"received":true}');
  });
}
