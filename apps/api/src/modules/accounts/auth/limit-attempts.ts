import { createHash } from "node:crypto";
import type { OpenCtx } from "../../../kernel/ctx.ts";
import { countExactly, secondsToReset } from "../../../kernel/rate-limit.ts";
import type { CredentialPorts } from "../ports.ts";
import { networkOf } from "./network-of.ts";

/** Counts attempts per address and per network separately, exactly and across processes; the response has both. */
export async function limitAttempts(
  { db, clock, request }: Pick<OpenCtx, "db" | "clock" | "request">,
  { settings }: Pick<CredentialPorts, "settings">,
  way: string,
  email: string | undefined,
) {
  const now = clock.wallNow();
  const limit = settings.signInLimitPerMinute;
  const digest = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 22);
  const buckets = {
    network: networkOf(request.clientAddress),
    ...(email ? { address: digest(email.toLowerCase()) } : {}),
  };
  const states: [name: string, remaining: number, resetSeconds: number][] = [];
  try {
    for (const [name, key] of Object.entries(buckets)) {
      states.push([name, 0, secondsToReset(now)]);
      const state = await countExactly(db, `sign-in:${way}:${name}:${key}`, limit, now);
      states[states.length - 1] = [name, state.remaining, state.resetSeconds];
    }
  } finally {
    request.setHeader("ratelimit-policy", states.map(([name]) => `"${name}";q=${limit};w=60`).join(", "));
    request.setHeader("ratelimit", states.map(([name, r, t]) => `"${name}";r=${r};t=${t}`).join(", "));
  }
}
