import { createHmac } from "node:crypto";
import { Pool } from "undici";

// The part of the work that all peers share: two signatures, and one POST over a kept connection.

export type Delivery = { id: string; endpoint: number; body: string };
export type Sent = { id: string; statusCode: number; durationMs: number };

const inFlight = 64;
const secret = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;
const standardKey = Buffer.alloc(32, 5);

/** Sends to the receiver whose address is in `RECEIVER_URL`. */
export function createSend() {
  const pool = new Pool(process.env.RECEIVER_URL ?? "", { connections: inFlight, pipelining: 1 });
  return async ({ id, endpoint, body }: Delivery): Promise<Sent> => {
    const startedAt = performance.now();
    const timestamp = Math.floor(Date.now() / 1000);
    const service = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
    const standard = createHmac("sha256", standardKey).update(`${id}.${timestamp}.${body}`).digest("base64");
    const answer = await pool.request({
      method: "POST",
      path: `/hook/${endpoint}`,
      headers: {
        "content-type": "application/json",
        "x-service-event": "domain.transferred",
        "x-service-signature": `sha256=${service}`,
        "x-service-timestamp": String(timestamp),
        "x-service-webhook-id": `whe_${endpoint}`,
        "x-service-attempt": "1",
        "webhook-id": id,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": `v1,${standard}`,
      },
      body,
    });
    await answer.body.dump();
    return { id, statusCode: answer.statusCode, durationMs: Math.round(performance.now() - startedAt) };
  };
}

export const concurrency = inFlight;
