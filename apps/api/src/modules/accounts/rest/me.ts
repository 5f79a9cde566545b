import { ownSession, ownSessionParameters, profile, profilePatch } from "@zonepost/schema";
import { z } from "zod";
import { type Operation, personOperation } from "../../../kernel/operation.ts";
import type { AccountPorts } from "../ports.ts";
import { listOwnSessions } from "../queries/list-own-sessions.ts";
import { readProfile } from "../queries/read-profile.ts";
import { forgetDevices, revokeOtherSessions, revokeSession } from "../use-cases/revoke-session.ts";
import { updateProfile } from "../use-cases/update-profile.ts";

/** A person's profile, sessions and trusted browsers. */
export const meOperations = (_ports: AccountPorts): Operation[] => [
  personOperation({
    operationId: "getProfile",
    method: "GET",
    path: "/me",
    summary: "Read your profile, and by what you sign in",
    output: profile,
    outputDescription: "The profile",
    successStatus: 200,
    problems: [],
    handle: (ctx) => readProfile(ctx),
  }),
  personOperation({
    operationId: "updateProfile",
    method: "PATCH",
    path: "/me",
    summary: "Change your name, or the language of mails to you",
    body: profilePatch,
    output: profile,
    outputDescription: "The profile as it is now",
    successStatus: 200,
    problems: [],
    handle: (ctx, { body }) => updateProfile(ctx, body),
  }),
  personOperation({
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
  personOperation({
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
  personOperation({
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
  personOperation({
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
];
