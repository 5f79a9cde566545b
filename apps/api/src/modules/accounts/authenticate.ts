import type { Db } from "@zonepost/db";
import type { ApiKeyActor, SignedIn } from "../../kernel/actor.ts";
import { unauthenticated } from "../../kernel/errors.ts";
import { readApiKey } from "./api-keys/read-api-key.ts";
import { secondFactorRequired } from "./model/own-account-errors.ts";
import { readSession, refreshSession } from "./sessions/read-session.ts";
import type { SessionCookie } from "./sessions/session-cookie.ts";

type Authenticated = SignedIn & {
  /** The Set-Cookie header, if the session's lifetime was extended. */
  setCookie: string | undefined;
};

export type Authenticate = {
  /** Returns the session of a request's cookies, or null. Throws while a second factor is required. */
  bySession(cookieHeader: string | undefined): Promise<Authenticated | null>;
  /** Returns the session for an `/auth` operation. Throws if there is none or its sign-in is incomplete. */
  forAccess(cookieHeader: string | undefined, access: "half" | "full"): Promise<SignedIn>;
  /** Throws unless the header contains a key that works from this address. */
  byKey(authorization: string, ipAddress: string): Promise<ApiKeyActor>;
};

type Deps = {
  db: Db;
  identityDb: Db;
  cookie: SessionCookie;
  /** False only in the sandbox. */
  isSecondFactorAskedOfOperators: boolean;
};

export function createAuthenticate(deps: Deps): Authenticate {
  const read = async (cookieHeader: string | undefined): Promise<SignedIn | null> => {
    const session = await readSession(deps.identityDb, deps.cookie, cookieHeader);
    return session?.operator && !deps.isSecondFactorAskedOfOperators
      ? { ...session, operator: { ...session.operator, isSecondFactorMissing: false } }
      : session;
  };
  return {
    async bySession(cookieHeader) {
      const session = await read(cookieHeader);
      if (!session) {
        return null;
      }
      if (session.isSecondFactorDue) {
        throw secondFactorRequired();
      }
      return { ...session, setCookie: await refreshSession(deps.db, deps.cookie, session) };
    },
    async forAccess(cookieHeader, access) {
      const session = await readSession(deps.identityDb, deps.cookie, cookieHeader);
      if (!session) {
        throw unauthenticated();
      }
      if (session.isSecondFactorDue && access === "full") {
        throw secondFactorRequired();
      }
      return session;
    },
    byKey: (authorization, ipAddress) => readApiKey(deps.identityDb, authorization, ipAddress),
  };
}
