import {
  acknowledgement,
  magicLinkSendInput,
  signInEmailInput,
  signInProviderList,
  signInProviders,
  signInResult,
  signInSocialInput,
} from "@zonepost/schema";
import { z } from "zod";
import { AppError, invalid, notFound } from "../../../kernel/errors.ts";
import { callLibrary, type LibraryCall } from "../auth/call-library.ts";
import { limitAttempts } from "../auth/limit-attempts.ts";
import { panelUrl } from "../auth/panel-url.ts";
import { type AuthRequest, type AuthRoutesDeps, answer, authRoute, originOf } from "../auth/route.ts";
import { recordSignInFailure } from "../model/record-person-event.ts";
import { completeSignIn, tokenIn } from "./complete-sign-in.ts";
import { holdSignIn, readNobodysPassword, readWayIn } from "./hold-sign-in.ts";

const signInWithEmail = authRoute({
  operationId: "signInWithEmail",
  method: "POST",
  path: "/sign-in/email",
  summary: "Sign in with e-mail and password",
  description:
    "Where a second factor is due the answer says `twoFactorRedirect`, and the session that comes with it is good for the second factor alone.",
  body: signInEmailInput,
  output: signInResult,
  problems: [400, 401, 403, 422, 429, 503],
  setsCookie: true,
  access: "open",
  async handle(deps, request, input) {
    await limitAttempts(deps, request, "password", input.email);
    const answered = await signInByPassword(deps, request, {
      email: input.email,
      password: input.password,
      callbackURL: panelUrl(deps, input.callbackURL),
    }).catch(async (error: unknown) => {
      if (error instanceof AppError && error.kind === "unauthenticated") {
        await recordSignInFailure(deps, originOf(request), { email: input.email, by: "password" });
      }
      throw error;
    });
    const completed = await completeSignIn(deps, request, answered);
    return { ...completed, body: signInResult.parse(completed.body) };
  },
});

async function signInByPassword(
  deps: AuthRoutesDeps,
  request: AuthRequest,
  body: { email: string; password: string; callbackURL: string | undefined },
) {
  const { isKnown, passwordHash } = await readWayIn(deps.db, body.email);
  if (!isKnown) {
    await readNobodysPassword(deps.db);
  }
  const answered = await callLibrary(deps, request, { path: "/sign-in/email", body });
  const token = tokenIn(deps, answered);
  if (token === undefined || !(await holdSignIn(deps.db, token, passwordHash))) {
    throw new AppError("unauthenticated", "INVALID_EMAIL_OR_PASSWORD", "Invalid email or password");
  }
  return answered;
}

const sendMagicLink = authRoute({
  operationId: "sendMagicLink",
  method: "POST",
  path: "/magic-link/send",
  summary: "Mail a link that signs in once, within 15 minutes",
  description: "The answer is the same whether or not the address is known; strangers get no mail.",
  body: magicLinkSendInput,
  output: acknowledgement,
  problems: [400, 403, 422, 429],
  access: "open",
  async handle(deps, request, input) {
    await limitAttempts(deps, request, "magic-link", input.email);
    const callbackURL = panelUrl(deps, input.callbackURL ?? "/domains");
    const answered = await callLibrary(deps, request, {
      path: "/sign-in/magic-link",
      body: { email: input.email, callbackURL, errorCallbackURL: `${deps.settings.panelUrl}/sign-in` },
    });
    return { ...answered, body: acknowledgement.parse(answered.body) };
  },
});

const followMagicLink = authRoute({
  operationId: "followMagicLink",
  method: "GET",
  path: "/magic-link/verify",
  summary: "Sign in with the link that was mailed, and go on to the panel",
  query: z.object({ token: z.string(), callbackURL: z.string().optional() }),
  redirects: true,
  problems: [403, 422],
  setsCookie: true,
  access: "open",
  async handle(deps, request) {
    return completeSignIn(deps, request, await callLibrary(deps, request, withPanelCallback(deps, request)));
  },
});

/** A link that is followed without `callbackURL` still ends in the panel, never in an answer that shows a token. */
function withPanelCallback(deps: AuthRoutesDeps, request: AuthRequest): LibraryCall {
  const query = new URLSearchParams(request.query);
  const token = query.get("token");
  if (!token) {
    throw invalid([{ pointer: "/query/token", message: "must not be empty" }]);
  }
  const kept = new URLSearchParams({
    token,
    callbackURL: panelUrl(deps, query.get("callbackURL") ?? "/domains") ?? "",
    errorCallbackURL: `${deps.settings.panelUrl}/sign-in`,
  });
  return { path: "/magic-link/verify", query: `?${kept}` };
}

const listProviders = authRoute({
  operationId: "listSignInProviders",
  method: "GET",
  path: "/providers",
  summary: "List the providers that one can sign in with here",
  output: signInProviderList,
  problems: [],
  access: "open",
  handle: ({ settings }) =>
    answer(
      signInProviderList.parse({ providers: signInProviders.filter((name) => settings.providers[name]) }),
    ),
});

const signInWithProvider = authRoute({
  operationId: "signInWithProvider",
  method: "POST",
  path: "/sign-in/social",
  summary: "Sign in with Google or GitHub",
  description: "Answers where to go. Never creates an account: the person must already exist.",
  body: signInSocialInput,
  output: signInResult,
  problems: [400, 403, 422, 429, 503],
  access: "open",
  async handle(deps, request, input) {
    await limitAttempts(deps, request, "provider", undefined);
    if (!deps.settings.providers[input.provider]) {
      throw new AppError(
        "unavailable",
        "provider_not_configured",
        `Signing in with ${input.provider} is not set up on this installation. Use your password or a magic link.`,
      );
    }
    const answered = await callLibrary(deps, request, {
      path: "/sign-in/social",
      body: {
        provider: input.provider,
        callbackURL: panelUrl(deps, input.callbackURL ?? "/domains"),
        errorCallbackURL: `${deps.settings.panelUrl}/sign-in`,
      },
    });
    const { redirect, url } = z
      .looseObject({ redirect: z.boolean().default(false), url: z.string().optional() })
      .parse(answered.body);
    return { ...answered, body: signInResult.parse({ redirect, url }) };
  },
});

const providerCallbacks = signInProviders.map((provider) =>
  authRoute({
    operationId: `returnFrom_${provider}`,
    method: "GET",
    path: `/callback/${provider}`,
    summary: `Back from ${provider}`,
    redirects: true,
    problems: [],
    access: "open",
    isInternal: true,
    async handle(deps, request) {
      if (!deps.settings.providers[provider]) {
        throw notFound();
      }
      const answered = await callLibrary(deps, request, {
        path: `/callback/${provider}`,
        query: request.query,
      });
      return completeSignIn(deps, request, answered);
    },
  }),
);

export const signInRoutes = [
  signInWithEmail,
  sendMagicLink,
  followMagicLink,
  listProviders,
  signInWithProvider,
  ...providerCallbacks,
];
