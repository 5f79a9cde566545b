import { sessions, users } from "@zonepost/db";
import type { SignInResult } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import type { OpenCtx } from "../../../kernel/ctx.ts";
import { publicUser } from "../model/public-user.ts";
import { recordPersonEvent } from "../model/record-person-event.ts";
import type { SessionCookie } from "../model/session-cookie.ts";
import { endOldestSessions } from "../sessions/end-sessions.ts";
import { isTrustedDevice } from "../sessions/is-trusted-device.ts";

/**
 * The last step of every sign-in, after the library has created a session. A person with a second factor can use it
 * only to enter the code, unless this browser is trusted.
 *
 * @param token of the new session; undefined if the library created none
 */
export async function completeSignIn(
  ctx: Pick<OpenCtx, "db" | "clock" | "requestId" | "ipAddress" | "userAgent"> & { cookie: SessionCookie },
  token: string | undefined,
  cookieHeader: string | undefined,
): Promise<SignInResult> {
  const [signedIn] = token
    ? await ctx.db
        .select({ session: sessions, user: users })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(eq(sessions.token, token))
    : [];
  if (!signedIn) {
    return { redirect: false };
  }
  const { session, user } = signedIn;

  const isTrusted = user.twoFactorEnabled && (await isTrustedDevice(ctx, cookieHeader, user.id));
  if (isTrusted) {
    await ctx.db
      .update(sessions)
      .set({ secondFactorAt: ctx.clock.wallNow() })
      .where(eq(sessions.id, session.id));
  }
  await endOldestSessions(ctx.db, { userId: user.id, newSessionId: session.id });
  const isSecondFactorDue = user.twoFactorEnabled && !isTrusted;
  await recordPersonEvent(
    ctx.db,
    ctx,
    {
      user,
      action: isSecondFactorDue ? "session.second_factor_asked" : "session.signed_in",
      details: { by: session.signedInBy, trustedDevice: isTrusted || undefined },
    },
    await ctx.clock.now(),
  );
  return isSecondFactorDue
    ? { redirect: false, twoFactorRedirect: true }
    : { redirect: false, user: publicUser(user) };
}
