import { createHmac } from "node:crypto";

/** Stripe's signature header. The time is the wall clock's, since receivers compare it with their own. */
export function signatureHeader(body: string, secret: string, now: Date): string {
  const timestamp = Math.floor(now.getTime() / 1000);
  const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return `t=${timestamp},v1=${signature}`;
}
