import { methodNotAllowed, notFound, unauthenticated } from "../../../kernel/errors.ts";
import { parseInput } from "../../../kernel/validation.ts";
import { secondFactorRequired } from "../authenticate.ts";
import { readSession } from "../queries/read-session.ts";
import { emailChangeRoutes } from "./email-change.ts";
import { invitationRoutes } from "./invitations.ts";
import { passwordRoutes } from "./password.ts";
import {
  type AuthAnswer,
  type AuthOperation,
  type AuthRequest,
  type AuthRoute,
  type AuthRoutesDeps,
  originOf,
} from "./route.ts";
import { secondFactorRoutes } from "./second-factor.ts";
import { sessionRoutes } from "./session.ts";
import { signInRoutes } from "./sign-in.ts";
import { stepUpRoutes } from "./step-up.ts";

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
