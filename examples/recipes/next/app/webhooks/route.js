import { verify, WebhookVerificationError } from "@zonepost/webhook-signing";
import { storeEvent } from "../../../stored-events.ts";

/** @param {Request} request */
export async function POST(request) {
  try {
    // The raw bytes, which the signature covers. A body can be read only once, so don't call `request.json()`.
    const body = new Uint8Array(await request.arrayBuffer());
    await verify({ headers: request.headers, body, secret: process.env.WEBHOOK_SECRET ?? "" });
    await storeEvent(new TextDecoder().decode(body));
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) {
      throw error;
    }
    console.error(error.message);
    return new Response(error.reason, { status: error.status });
  }
}
