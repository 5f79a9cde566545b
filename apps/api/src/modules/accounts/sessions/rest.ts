import { ownSession, ownSessionParameters } from "@zonepost/schema";
import { z } from "zod";
import { named, personOperation } from "../../../kernel/http/operation.ts";
import { listOwnSessions } from "./list-own-sessions.ts";
import { forgetDevices, revokeOtherSessions, revokeSession } from "./revoke-session.ts";

export const sessionOperations = () =>
  named({
    listOwnSessions: personOperation({
      method: "GET",
      path: "/me/sessions",
      summary: "List your sessions",
      description:
        "Includes sessions that have not completed two-factor authentication yet. A person has at most 300 sessions; further sign-ins end the oldest.",
      output: z.array(ownSession),
      outputDescription: "This session, then up to 49 others, most recently used first",
      successStatus: 200,
      problems: [],
      handle: (ctx) => listOwnSessions(ctx),
    }),
    revokeOtherSessions: personOperation({
      method: "DELETE",
      path: "/me/sessions",
      summary: "Revoke your other sessions",
      output: z.void(),
      outputDescription: "All other sessions ended and trusted browsers were removed",
      successStatus: 204,
      problems: [],
      handle: (ctx) => revokeOtherSessions(ctx),
    }),
    revokeSession: personOperation({
      method: "DELETE",
      path: "/me/sessions/{id}",
      summary: "Revoke a session",
      parameters: ownSessionParameters,
      output: z.void(),
      outputDescription: "The session ended",
      successStatus: 204,
      problems: [404],
      handle: (ctx, { parameters }) => revokeSession(ctx, parameters),
    }),
    forgetTrustedDevices: personOperation({
      method: "DELETE",
      path: "/me/trusted-devices",
      summary: "Remove all trusted browsers",
      output: z.void(),
      outputDescription: "All trusted browsers were removed",
      successStatus: 204,
      problems: [],
      handle: (ctx) => forgetDevices(ctx),
    }),
  });
