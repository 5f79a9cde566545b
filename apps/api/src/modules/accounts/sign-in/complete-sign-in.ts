import { sessions, users } from "@zonepost/db";
import type { SignInResult } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import type { OpenCtx } from "../../../kernel/ctx.ts";
import { recordPersonEvent } from "../model/record-person-event.ts";
import type { AuthPorts } from "../ports.ts";
import { endOldestSessions } from "../sessions/end-sessions.ts";
import { isTrustedDevice } from "../sessions/is-trusted-device.ts";
import { rememberBrowser } from "../sessions/remember-browser.ts";
import { signInOutcome } from "./sign-in-outcome.ts";

/**
 * The last step of a sign-in by link or provider, after the library has created a session: it is complete, or awaits the
 * second factor. Undefined if the library created none.
 *
 * @param setCookies of the library's response, one of which has the session's token
 */
export async function completeSignIn(
  ctx: OpenCtx,
  ports: AuthPorts,
  setCookies: readonly string[],
): Promise<{ result: SignInResult; setCookies: string[] } | undefined> {
  const token = ports.cookie.readToken(setCookies.map((each) => each.split(";")[0]).join("; "));
  const [signedIn] = token
    ? await ctx.db
        .select({ session: sessions, user: users })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(eq(sessions.token, token))
    : [];
  if (!signedIn) {
    return undefined;
  }
  const { session, user } = signedIn;
  const cookieHeader = ctx.request.header("cookie");
  const isTrusted =
    user.twoFactorEnabled && (await isTrustedDevice({ ...ctx, ...ports }, cookieHeader, user.id));
  if (isTrusted) {
    await ctx.db
      .update(sessions)
      .set({ secondFactorAt: ctx.clock.wallNow() })
      .where(eq(sessions.id, session.id));
  }
  await endOldestSessions(ctx.db, { userId: user.id, newSessionId: session.id });
  const { event, result } = signInOutcome(user, { by: session.signedInBy, isTrusted });
  await recordPersonEvent(ctx.db, ctx, event, await ctx.clock.now());
  return { result, setCookies: [...setCookies, ...rememberBrowser(ports, cookieHeader, result.user)] };
}
