import { type Db, verifications } from "@zonepost/db";
import type { Clock } from "../../../kernel/clock.ts";
import { newId } from "../../../kernel/ids.ts";
import { enqueueEmail } from "../email/enqueue-email.ts";
import { shareOf } from "../email/mail-share.ts";
import { hashToken } from "../model/link-token.ts";
import type { AccountsSettings, EmailPorts } from "../ports.ts";
import { magicLinkEmail } from "./magic-link-email.ts";
import { generateSignInCode, linkTokenOf } from "./sign-in-code.ts";

export const magicLinkLifetimeSeconds = 15 * 60;

type MagicLinkRequest = {
  email: string;
  callbackURL: string | undefined;
  /** The new secret of the browser that requests the link: its earlier codes stop working. */
  browserSecret: string;
  /** Set in a browser in which this person has signed in before. */
  browser?: string | undefined;
};

/**
 * Emails a sign-in link with a code. Accounts are looked up in the job only, so that neither the response nor its timing
 * reveals whether the address is known. The row is in the library's format, because the library redeems it.
 */
export async function sendMagicLink(
  deps: { db: Db; clock: Clock; settings: Pick<AccountsSettings, "authSecret" | "panelUrl"> } & EmailPorts,
  input: MagicLinkRequest,
): Promise<void> {
  const { email, callbackURL, browserSecret, browser } = input;
  const now = await deps.clock.now();
  const wallNow = deps.clock.wallNow();
  const lifetimeMs = magicLinkLifetimeSeconds * 1000;
  const code = generateSignInCode();
  const token = linkTokenOf(deps.settings, { browserSecret, email, code });
  const written = {
    ...magicLinkEmail({ url: `${deps.settings.panelUrl}/sign-in/link#token=${token}`, code }),
    to: email,
    onlyIfKnown: true,
    share: shareOf("sign_in", browser),
    expiresAt: new Date(now.getTime() + lifetimeMs),
  };
  await deps.db.transaction(async (tx) => {
    await tx.insert(verifications).values({
      id: newId(),
      identifier: hashToken(token),
      value: JSON.stringify({ email, callbackURL }),
      browserHash: hashToken(browserSecret),
      expiresAt: new Date(wallNow.getTime() + lifetimeMs),
      createdAt: wallNow,
      updatedAt: wallNow,
    });
    await enqueueEmail(tx, deps, written, now);
  });
}
