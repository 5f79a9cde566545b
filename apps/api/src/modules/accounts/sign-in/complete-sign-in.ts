import { sessions, users } from "@zonepost/db";
import type { SignInResult } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import type { OpenCtx } from "../../../kernel/ctx.ts";
import { recordPersonEvent } from "../model/record-person-event.ts";
import type { SessionCookie } from "../model/session-cookie.ts";
import { endOldestSessions } from "../sessions/end-sessions.ts";
import { isTrustedDevice } from "../sessions/is-trusted-device.ts";
import { signInOutcome } from "./sign-in-outcome.ts";

/**
 * The last step of a sign-in by link or provider, after the library has created a session.
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
  const { event, result } = signInOutcome(user, { by: session.signedInBy, isTrusted });
  await recordPersonEvent(ctx.db, ctx, event, await ctx.clock.now());
  return result;
}
