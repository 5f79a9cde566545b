import {
  acknowledgement,
  currentSession,
  magicLinkSendInput,
  signInEmailInput,
  signInResult,
  signInSocialInput,
  signOutResult,
} from "@zonepost/schema";
import { z } from "zod";

/** The sign-in operations, for the API's description; `auth-routes.ts` answers them. */
export const authOperations = [
  {
    operationId: "signInWithEmail",
    method: "POST",
    path: "/auth/sign-in/email",
    summary: "Sign in with e-mail and password",
    body: signInEmailInput,
    output: signInResult,
    problems: [400, 401, 403, 422, 429],
    setsCookie: true,
  },
  {
    operationId: "sendMagicLink",
    method: "POST",
    path: "/auth/magic-link/send",
    summary: "Mail a link that signs in once, within 15 minutes",
    description: "The answer is the same whether or not the address is known; strangers get no mail.",
    body: magicLinkSendInput,
    output: acknowledgement,
    problems: [400, 403, 422, 429],
  },
  {
    operationId: "signInWithProvider",
    method: "POST",
    path: "/auth/sign-in/social",
    summary: "Sign in with Google or GitHub",
    description: "Answers where to go. Never creates an account: the person must already exist.",
    body: signInSocialInput,
    output: signInResult,
    problems: [400, 403, 422, 429, 503],
  },
  {
    operationId: "followMagicLink",
    method: "GET",
    path: "/auth/magic-link/verify",
    summary: "Sign in with the link that was mailed, and go on to the panel",
    query: z.object({ token: z.string(), callbackURL: z.string().optional() }),
    redirects: true,
    problems: [403, 422],
    setsCookie: true,
  },
  {
    operationId: "signOut",
    method: "POST",
    path: "/auth/sign-out",
    summary: "Sign out: the session ends and its cookie is cleared",
    output: signOutResult,
    problems: [403],
    setsCookie: true,
  },
  {
    operationId: "getSession",
    method: "GET",
    path: "/auth/get-session",
    summary: "Read who is signed in",
    output: currentSession,
    problems: [401],
  },
] satisfies AuthOperation[];

export type AuthOperation = {
  operationId: string;
  method: "GET" | "POST";
  path: string;
  summary: string;
  description?: string;
  query?: z.ZodType;
  body?: z.ZodType;
  output?: z.ZodType;
  redirects?: boolean;
  setsCookie?: boolean;
  problems: readonly number[];
};
