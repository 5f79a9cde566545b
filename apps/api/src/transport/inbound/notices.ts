import type { Hono } from "hono";
import { notFound } from "../../kernel/errors.ts";
import { type PaymentPorts, receiveNotice } from "../../modules/payments/index.ts";
import { type OperationDeps, sharedCtx } from "../rest/operations.ts";
import { type HonoEnv, readBody, requestHeader } from "../rest/request.ts";
import { completeJson } from "../rest/respond.ts";

/**
 * The webhooks of the card processors, such as `/inbound/stripe`, authenticated by their signature. Not in the API
 * description, because no customer calls it; no session, Origin check or rate limit. Any response but a 2xx makes the
 * processor send the notice again.
 */
export function mountNotices(app: Hono<HonoEnv>, deps: OperationDeps & PaymentPorts): void {
  const { processors, panelUrl, secretBox, operatorEmail, orders } = deps;
  app.post("/inbound/:processor", async (c) => {
    const processor = processors.byCode(c.req.param("processor"));
    if (!processor) {
      throw notFound();
    }
    const ctx = {
      ...sharedCtx(deps, c),
      // The processor's own, which say nothing about the person who made the change.
      ipAddress: null,
      userAgent: null,
      processors,
      panelUrl,
      secretBox,
      operatorEmail,
      orders,
      actor: { kind: "system", job: "payment processor" } as const,
    };
    const signature = requestHeader(c, processor.signatureHeader);
    await receiveNotice(ctx, processor, { body: await readBody(c), signature });
    return completeJson(c, 200, '{"received":true}');
  });
}
