import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import type { OpenCtx } from "../../../kernel/ctx.ts";
import { countExactly, secondsToReset } from "../../../kernel/rate-limit.ts";
import type { CredentialPorts } from "../ports.ts";

/** Counted by address and by network, each on its own, exactly and over all processes; the answer tells both. */
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

/** One IPv4 address, or the /64 that one subscriber has in IPv6. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) {
    return mapped[1];
  }
  if (!isIPv6(address)) {
    return address;
  }
  const [head = "", tail = ""] = address.split("%")[0]?.split("::") ?? [];
  const groups = head.split(":").filter(Boolean);
  const missing = address.includes("::") ? 8 - groups.length - tail.split(":").filter(Boolean).length : 0;
  return `${[...groups, ...Array<string>(missing).fill("0"), ...tail.split(":").filter(Boolean)].slice(0, 4).join(":")}::/64`;
}
