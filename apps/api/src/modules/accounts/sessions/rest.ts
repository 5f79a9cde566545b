import { ownSession, ownSessionParameters } from "@zonepost/schema";
import { z } from "zod";
import { personOperation } from "../../../kernel/http/operation.ts";
import { listOwnSessions } from "./list-own-sessions.ts";
import { forgetDevices, revokeOtherSessions, revokeSession } from "./revoke-session.ts";

export const sessionOperations = () => ({
  listOwnSessions: personOperation({
    operationId: "listOwnSessions",
    method: "GET",
    path: "/me/sessions",
    summary: "List where you are signed in",
    description: "Sessions that still wait for the second factor are among them.",
    output: z.array(ownSession),
    outputDescription: "All sessions, the one used last first",
    successStatus: 200,
    problems: [],
    handle: (ctx) => listOwnSessions(ctx),
  }),
  revokeOtherSessions: personOperation({
    operationId: "revokeOtherSessions",
    method: "DELETE",
    path: "/me/sessions",
    summary: "Sign out everywhere else, and forget trusted browsers",
    output: z.void(),
    outputDescription: "Ended: every session but this one",
    successStatus: 204,
    problems: [],
    handle: (ctx) => revokeOtherSessions(ctx),
  }),
  revokeSession: personOperation({
    operationId: "revokeSession",
    method: "DELETE",
    path: "/me/sessions/{id}",
    summary: "End one of your sessions",
    parameters: ownSessionParameters,
    output: z.void(),
    outputDescription: "Ended",
    successStatus: 204,
    problems: [404],
    handle: (ctx, { parameters }) => revokeSession(ctx, parameters),
  }),
  forgetTrustedDevices: personOperation({
    operationId: "forgetTrustedDevices",
    method: "DELETE",
    path: "/me/trusted-devices",
    summary: "Ask for the second factor again in every browser",
    output: z.void(),
    outputDescription: "Forgotten",
    successStatus: 204,
    problems: [],
    handle: (ctx) => forgetDevices(ctx),
  }),
});
