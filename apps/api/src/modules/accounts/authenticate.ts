import type { Db } from "@zonepost/db";
import { readSession, refreshSession, type SignedIn } from "./queries/read-session.ts";
import type { SessionCookie } from "./session-cookie.ts";

export type Authenticated = SignedIn & {
  /** To be sent as Set-Cookie, where the session's lifetime moved on. */
  setCookie: string | undefined;
};

/** Answers who a request's cookies sign in; null for nobody. */
export type Authenticate = (cookieHeader: string | undefined) => Promise<Authenticated | null>;

export function createAuthenticate(deps: { db: Db; cookie: SessionCookie }): Authenticate {
  return async (cookieHeader) => {
    const session = await readSession(deps.db, deps.cookie, cookieHeader);
    if (!session) return null;
    return { ...session, setCookie: await refreshSession(deps.db, deps.cookie, session) };
  };
}
