import { createHash } from "node:crypto";

/** Names an email address in counters, without storing it. */
export const digestOfAddress = (email: string): string =>
  createHash("sha256").update(email.toLowerCase()).digest("base64url").slice(0, 22);
