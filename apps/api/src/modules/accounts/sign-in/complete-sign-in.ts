import { sessions, users } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { panelUrl } from "../auth/panel-url.ts";
import { type AuthAnswer, type AuthRequest, type AuthRoutesDeps, originOf } from "../auth/route.ts";
import { publicUser } from "../model/public-user.ts";
import { recordPersonEvent } from "../model/record-person-event.ts";
import { isTrustedDevice } from "../sessions/is-trusted-device.ts";

/**
 * What every way in ends with. The library has made a session; for a person with a second factor it is good for that
 * alone until the code comes, unless this browser is trusted. The session's token stays in the cookie.
 */
export async function completeSignIn(
  deps: AuthRoutesDeps,
  request: AuthRequest,
  answer: AuthAnswer,
): Promise<AuthAnswer> {
  const token = tokenIn(deps, answer);
  const [signedIn] = token
    ? await deps.db
        .select({ session: sessions, user: users })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(eq(sessions.token, token))
    : [];
  if (!signedIn) {
    return answer.location === undefined ? { ...answer, body: { redirect: false } } : answer;
  }
  const { session, user } = signedIn;

  const isTrusted = user.twoFactorEnabled && (await isTrustedDevice(deps, request.header("cookie"), user.id));
  if (isTrusted) {
    await deps.db
      .update(sessions)
      .set({ secondFactorAt: deps.clock.wallNow() })
      .where(eq(sessions.id, session.id));
  }
  const isSecondFactorDue = user.twoFactorEnabled && !isTrusted;
  await recordPersonEvent(
    deps.db,
    originOf(request),
    {
      user,
      action: isSecondFactorDue ? "session.second_factor_asked" : "session.signed_in",
      details: { by: session.signedInBy, ...(isTrusted ? { trustedDevice: true } : {}) },
    },
    await deps.clock.now(),
  );

  if (answer.location !== undefined) {
    return isSecondFactorDue ? { ...answer, location: secondFactorPage(deps, answer.location) } : answer;
  }
  return {
    ...answer,
    body: isSecondFactorDue
      ? { redirect: false, twoFactorRedirect: true }
      : { redirect: false, user: publicUser(user) },
  };
}

/** The panel's page that asks for the code, and where to go from there. */
function secondFactorPage(deps: AuthRoutesDeps, location: string): string {
  const page = new URL("/auth/2fa-verify", deps.settings.panelUrl);
  const next = new URL(panelUrl(deps, location) ?? "/", deps.settings.panelUrl);
  if (next.origin === page.origin) {
    page.searchParams.set("next", next.pathname + next.search);
  }
  return page.href;
}

/** The token of the session that an answer of the library sets. */
export const tokenIn = (deps: AuthRoutesDeps, answer: AuthAnswer): string | undefined =>
  deps.cookie.readToken(answer.setCookies.map((cookie) => cookie.split(";")[0]).join("; "));
