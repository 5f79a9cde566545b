import type { Db } from "@zonepost/db";
import type { Clock } from "../../../kernel/clock.ts";
import { enqueueEmail } from "../email/enqueue-email.ts";
import { shareOf } from "../email/mail-share.ts";
import type { EmailPorts } from "../ports.ts";
import { magicLinkEmail } from "./magic-link-email.ts";

export const magicLinkLifetimeSeconds = 15 * 60;

/** Passed through the library. */
export type MagicLinkRequest = { browser?: string | undefined };

/**
 * Emails a sign-in link. Accounts are looked up in the job only, so that neither the response nor its timing reveals
 * whether the address is known.
 */
export async function sendMagicLink(
  deps: { db: Db; clock: Clock } & EmailPorts,
  input: { email: string; url: string } & MagicLinkRequest,
): Promise<void> {
  const now = await deps.clock.now();
  const email = {
    ...magicLinkEmail({ url: input.url }),
    to: input.email,
    onlyIfKnown: true,
    share: shareOf("sign_in", input.browser),
    expiresAt: new Date(now.getTime() + magicLinkLifetimeSeconds * 1000),
  };
  await deps.db.transaction((tx) => enqueueEmail(tx, deps, email, now));
}
