import { serve } from "@hono/node-server";
import { verify, WebhookVerificationError } from "@zonepost/webhook-signing";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { storeEvent } from "./stored-events.ts";

const secret = process.env.WEBHOOK_SECRET ?? "";
const app = new Hono();

app.post("/webhooks", bodyLimit({ maxSize: 1024 * 1024 }), async (c) => {
  try {
    // The raw bytes, which the signature covers. Call `c.req.json()` only after this.
    const body = new Uint8Array(await c.req.arrayBuffer());
    await verify({ headers: c.req.raw.headers, body, secret });
    await storeEvent(new TextDecoder().decode(body));
    return c.body(null, 204);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) {
      throw error;
    }
    console.error(error.message);
    return c.text(error.reason, error.status);
  }
});

// On Bun, Deno and Workers, `export default app` replaces this.
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 4100), hostname: "127.0.0.1" }, ({ port }) => {
  console.log(`Listening on http://127.0.0.1:${port}/webhooks`);
});
