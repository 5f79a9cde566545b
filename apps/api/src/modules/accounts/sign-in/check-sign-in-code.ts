import { type Db, verifications } from "@zonepost/db";
import { eq, sql } from "drizzle-orm";
import type { OpenCtx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { countTry, uncountTry } from "../../../kernel/limits/rate-limit.ts";
import { digestOfAddress } from "../email/digest-of-address.ts";
import { hashToken } from "../model/link-token.ts";
import { endedSignInCode, signInCodesPaused, wrongSignInCode } from "../model/own-account-errors.ts";
import { recordSignInFailure } from "../model/record-person-event.ts";
import type { AuthPorts } from "../ports.ts";
import { findOpenLink } from "./find-open-link.ts";
import { linkTokensOf } from "./sign-in-code.ts";
import { outcomeOfSignInCode } from "./sign-in-code-policy.ts";

/**
 * Returns the token of the emailed link whose code this is, in the browser that requested it. Both counts include a try
 * before its code is compared, so that simultaneous tries can't exceed them. An address without an account has the same
 * outcomes.
 */
export async function checkSignInCode(
  ctx: OpenCtx,
  ports: Pick<AuthPorts, "cookie" | "settings">,
  { email, code }: { email: string; code: string },
): Promise<string> {
  const browserSecret = ports.cookie.readLinkBrowser(ctx.request.header("cookie"));
  const link = browserSecret === undefined ? undefined : await findOpenLink(ctx, { browserSecret });
  if (browserSecret === undefined || link?.email.toLowerCase() !== email.toLowerCase()) {
    throw endedSignInCode();
  }
  const day = {
    bucket: `sign-in-code:${digestOfAddress(email)}`,
    periodMs: dayMs,
    now: ctx.clock.wallNow(),
  };
  const today = await countTry(ctx.db, day);
  const token = linkTokensOf(ports.settings, { browserSecret, email, code }).find(
    (each) => hashToken(each) === link.tokenHash,
  );
  const outcome = outcomeOfSignInCode({
    triesToday: today.used,
    tries: await takeTry(ctx.db, link.id),
    isRight: token !== undefined,
  });
  switch (outcome) {
    case "paused":
      throw signInCodesPaused(today.resetSeconds);
    case "wrong":
    case "burned":
      await recordSignInFailure(ctx, ctx, { email, by: "email_code" });
      throw outcome === "wrong" ? wrongSignInCode() : endedSignInCode();
    case "ended":
      await uncountTry(ctx.db, day);
      throw endedSignInCode();
    case "right":
      await uncountTry(ctx.db, day);
      return token ?? "";
  }
}

/** Undefined if the link was used meanwhile. */
async function takeTry(db: Db, linkId: string): Promise<number | undefined> {
  const [row] = await db
    .update(verifications)
    .set({ wrongCodes: sql`${verifications.wrongCodes} + 1` })
    .where(eq(verifications.id, linkId))
    .returning({ tries: verifications.wrongCodes });
  return row?.tries;
}
