import { invitationAcceptance, invitationForHolder, invitationLink, signInResult } from "@zonepost/schema";
import { authOperation } from "../../../kernel/http/operation.ts";
import type { AuthPorts } from "../auth/auth-ports.ts";
import { limitAttempts } from "../auth/limit-attempts.ts";
import { readSession } from "../sessions/read-session.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { readInvitation } from "./read-invitation.ts";

export const invitationAuthOperations = (ports: AuthPorts) => ({
  readInvitation: authOperation({
    operationId: "readInvitation",
    method: "POST",
    path: "/auth/invitations/read",
    summary: "Read an invitation with the link that was mailed",
    description:
      "409 with `invitation_accepted`, `invitation_cancelled` or `invitation_expired` where it is no longer open; without the link's token there is nothing here.",
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
    operationId: "acceptInvitation",
    method: "POST",
    path: "/auth/invitations/accept",
    summary: "Accept an invitation: take the seat, with a new account where there is none yet",
    description:
      "A new person gives a name, and a password unless they mean to sign in by link or provider; the answer signs them in. Whoever has an account is signed in to it with the invited address; otherwise it is 401 `sign_in_to_join`, or 403 `other_address`.",
    body: invitationAcceptance,
    output: signInResult,
    problems: [400, 401, 403, 404, 409, 422, 429, 503],
    setsCookie: true,
    access: "open",
    async handle(ctx, { body }) {
      await limitAttempts(ctx, ports, "invitation-accept", undefined);
      const session = await readSession(ctx.db, ports.cookie, ctx.request.header("cookie"));
      const { user, setCookie } = await acceptInvitation({ ...ctx, ...ports }, session, body);
      return { value: { redirect: false, user }, setCookies: setCookie === undefined ? [] : [setCookie] };
    },
  }),
});
