import { createHmac, randomUUID } from "node:crypto";
import { webhookSecret } from "../start-api.ts";

/** Enters a card on the hosted page. Returns the address that the person continues at. */
export async function enterCard(pageUrl: string, number = "4242424242424242"): Promise<URL> {
  const page = await (await fetch(pageUrl)).text();
  const [, attempt = ""] = /name="attempt" value="(\d+)"/.exec(page) ?? [];
  const body = new URLSearchParams({ attempt, number, expiry: "12 / 40", cvc: "123", name: "Ada Example" });
  const response = await fetch(pageUrl, { method: "POST", body, redirect: "manual" });
  const location = response.headers.get("location");
  if (response.status !== 303 || location === null) {
    throw new Error(`the card was not saved: ${response.status} ${await response.text()}`);
  }
  return new URL(location, pageUrl);
}

/** Answers at the bank's page. */
export async function decideAtBank(bankUrl: string, decision: "approve" | "decline"): Promise<void> {
  const body = new URLSearchParams({ decision });
  const response = await fetch(bankUrl, { method: "POST", body, redirect: "manual" });
  if (response.status !== 303) {
    throw new Error(`the bank's page did not respond: ${response.status}`);
  }
}

export type NoticeChanges = {
  id?: string;
  ageSeconds?: number;
  secret?: string;
  before?: object;
  headers?: Record<string, string>;
};

export function noticeOf(type: string, object: object, changes: NoticeChanges = {}) {
  const { id = `evt_${randomUUID()}`, ageSeconds = 0, secret = webhookSecret, before, headers } = changes;
  const data = { object, previous_attributes: before };
  const body = JSON.stringify({ id, object: "event", api_version: "2025-09-30.clover", type, data });
  const sentAt = Math.floor(Date.now() / 1000) - ageSeconds;
  const signature = createHmac("sha256", secret).update(`${sentAt}.${body}`).digest("hex");
  return {
    method: "POST",
    path: "/inbound/stripe",
    body,
    headers: { "stripe-signature": `t=${sentAt},v1=${signature}`, ...headers },
  };
}
