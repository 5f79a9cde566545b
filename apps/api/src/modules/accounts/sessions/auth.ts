import { sessions } from "@zonepost/db";
import { currentSession, signOutResult } from "@zonepost/schema";
import { inArray } from "drizzle-orm";
import { callLibrary } from "../auth/call-library.ts";
import { answer, authRoute } from "../auth/route.ts";
import { refreshSession } from "./read-session.ts";

const signOut = authRoute({
  operationId: "signOut",
  method: "POST",
  path: "/sign-out",
  summary: "Sign out: the session ends and its cookie is cleared",
  output: signOutResult,
  problems: [403],
  setsCookie: true,
  access: "open",
  async handle(deps, request) {
    // The library answers success also where the session could not be ended.
    const tokens = deps.cookie.readTokens(request.header("cookie"));
    if (tokens.length > 0) {
      await deps.db.delete(sessions).where(inArray(sessions.token, tokens));
    }
    const answered = await callLibrary(deps, request, { path: "/sign-out", body: {} });
    return { ...answered, body: signOutResult.parse(answered.body) };
  },
});

const getSession = authRoute({
  operationId: "getSession",
  method: "GET",
  path: "/get-session",
  summary: "Read who is signed in",
  output: currentSession,
  problems: [401],
  access: "signed_in",
  async handle(deps, _request, _input, { session }) {
    const refreshed = await refreshSession(deps.db, deps.cookie, session);
    return answer(session.current(), refreshed ? [refreshed] : []);
  },
});

export const sessionRoutes = [signOut, getSession];
