import { currentSession, signOutResult } from "@zonepost/schema";
import { authOperation, named } from "../../../kernel/http/operation.ts";
import type { AuthPorts } from "../ports.ts";
import { refreshSession } from "./read-session.ts";
import { signOut } from "./sign-out.ts";

export const sessionAuthOperations = (ports: AuthPorts) =>
  named({
    signOut: authOperation({
      method: "POST",
      path: "/auth/sign-out",
      summary: "Sign out",
      output: signOutResult,
      problems: [403],
      setsCookie: true,
      access: "open",
      async handle(ctx) {
        await signOut({ ...ctx, ...ports }, ctx.request.header("cookie"));
        return { value: { success: true }, setCookies: [ports.cookie.clear()] };
      },
    }),
    getSession: authOperation({
      method: "GET",
      path: "/auth/get-session",
      summary: "Get the current session",
      output: currentSession,
      problems: [401, 429],
      access: "full",
      answersHead: true,
      async handle({ db, session }) {
        const refreshed = await refreshSession(db, ports.cookie, session);
        return { value: session.current(), setCookies: refreshed ? [refreshed] : [] };
      },
    }),
  });
