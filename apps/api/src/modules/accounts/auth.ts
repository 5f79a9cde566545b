import { methodNotAllowed, notFound, unauthenticated } from "../../kernel/errors.ts";
import { parseInput } from "../../kernel/validation.ts";
import {
  type AuthAnswer,
  type AuthOperation,
  type AuthRequest,
  type AuthRoute,
  type AuthRoutesDeps,
  originOf,
} from "./auth/route.ts";
import { emailChangeRoutes } from "./email-change/auth.ts";
import { invitationRoutes } from "./invitations/auth.ts";
import { secondFactorRequired } from "./model/own-account-errors.ts";
import { passwordRoutes } from "./passwords/auth.ts";
import { secondFactorRoutes } from "./second-factor/auth.ts";
import { sessionRoutes } from "./sessions/auth.ts";
import { readSession } from "./sessions/read-session.ts";
import { signInRoutes } from "./sign-in/auth.ts";
import { stepUpRoutes } from "./step-up/auth.ts";

/** What of `/auth/*` the product offers. What is not here is not there, whatever the library could do. */
const routes: readonly AuthRoute[] = [
  ...signInRoutes,
  ...sessionRoutes,
  ...secondFactorRoutes,
  ...stepUpRoutes,
  ...passwordRoutes,
  ...emailChangeRoutes,
  ...invitationRoutes,
];

/** The same for the API's description. */
export const authOperations: readonly AuthOperation[] = routes
  .filter(({ isInternal }) => !isInternal)
  .map((route) => ({ ...route, path: `/auth${route.path}` }));

export async function answerAuthRequest(deps: AuthRoutesDeps, request: AuthRequest): Promise<AuthAnswer> {
  const here = routes.filter(({ path }) => path === request.path);
  const route = here.find(({ method }) => method === request.method);
  if (!route) {
    throw here.length > 0 ? methodNotAllowed(here.map(({ method }) => method)) : notFound();
  }
  const caller = await admit(deps, request, route.access);
  const input = route.body ? parseInput(route.body, request.body) : undefined;
  return route.handle(deps, request, input as never, caller as never);
}

async function admit(deps: AuthRoutesDeps, request: AuthRequest, access: AuthOperation["access"]) {
  if (access === "open") {
    return {};
  }
  const session = await readSession(deps.db, deps.cookie, request.header("cookie"));
  if (!session) {
    throw unauthenticated();
  }
  if (session.isSecondFactorDue && access === "signed_in") {
    throw secondFactorRequired();
  }
  const { db, clock, log } = deps;
  const ctx = {
    db,
    clock,
    log,
    actor: session.person,
    ...originOf(request),
  };
  return { session, ctx };
}

/** Whether a request takes a body at all. */
export function takesBody(method: string, path: string): boolean {
  return routes.some((route) => route.method === method && route.path === path && route.body !== undefined);
}
