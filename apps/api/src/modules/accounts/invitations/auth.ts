import { invitationAcceptance, invitationForHolder, invitationLink, signInResult } from "@zonepost/schema";
import { authOperation, named } from "../../../kernel/http/operation.ts";
import { limitAttempts } from "../auth/limit-attempts.ts";
import type { AuthPorts } from "../ports.ts";
import { readSession } from "../sessions/read-session.ts";
import { rememberBrowser } from "../sessions/remember-browser.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { readInvitation } from "./read-invitation.ts";

export const invitationAuthOperations = (ports: AuthPorts) =>
  named({
    readInvitation: authOperation({
      method: "POST",
      path: "/auth/invitations/read",
      summary: "Get an invitation",
      description:
        "Requires the token from the emailed link; without it, the response is 404. Returns 409 with `invitation_accepted`, `invitation_cancelled` or `invitation_expired` if the invitation is no longer open.",
      body: invitationLink,
      output: invitationForHolder,
      problems: [400, 403, 404, 409, 422, 429],
      access: "open",
      async handle(ctx, { body }) {
        await limitAttempts(ctx, ports, "invitation-read", undefined);
        return { value: await readInvitation(ctx, body) };
      },
    }),
    acceptInvitation: authOperation({
      method: "POST",
      path: "/auth/invitations/accept",
      summary: "Accept an invitation",
      description:
        "Adds the person to the workspace. New people send a name, and a password unless they want to sign in by email link or provider; the response signs them in. People with an account must be signed in with the invited address, otherwise the response is 401 `sign_in_to_join` or 403 `other_address`.",
      body: invitationAcceptance,
      output: signInResult,
      problems: [400, 401, 403, 404, 409, 422, 429, 503],
      setsCookie: true,
      access: "open",
      async handle(ctx, { body }) {
        await limitAttempts(ctx, ports, "invitation-accept", undefined);
        const session = await readSession(ctx.db, ports.cookie, ctx.request.header("cookie"));
        const { user, setCookie } = await acceptInvitation({ ...ctx, ...ports }, session, body);
        const known = rememberBrowser(ports, ctx.request.header("cookie"), user);
        return {
          value: { redirect: false, user },
          setCookies: setCookie === undefined ? [] : [setCookie, ...known],
        };
      },
    }),
  });
