import {
  acknowledgement,
  magicLinkSendInput,
  type SignInProvider,
  type SignInResult,
  signInEmailInput,
  signInProviderList,
  signInProviders,
  signInResult,
  signInSocialInput,
} from "@zonepost/schema";
import { z } from "zod";
import type { OpenCtx } from "../../../kernel/ctx.ts";
import { AppError, invalid, notFound } from "../../../kernel/errors.ts";
import { type AuthAnswer, authOperation, named } from "../../../kernel/http/operation.ts";
import { callLibrary, type LibraryAnswer } from "../auth/call-library.ts";
import { countLinkRequest, limitAttempts, limitPasswordAttempts } from "../auth/limit-attempts.ts";
import { panelUrl } from "../auth/panel-url.ts";
import type { AuthPorts } from "../ports.ts";
import { rememberBrowser } from "../sessions/remember-browser.ts";
import { completeSignIn } from "./complete-sign-in.ts";
import type { MagicLinkRequest } from "./send-magic-link.ts";
import { signInByPassword } from "./sign-in-by-password.ts";

export const signInOperations = (ports: AuthPorts) =>
  named({
    signInWithEmail: authOperation({
      method: "POST",
      path: "/auth/sign-in/email",
      summary: "Sign in with email and password",
      description:
        "If two-factor authentication is required, the response contains `twoFactorRedirect`, and its session can only be used to send the code. A browser in which this person has signed in before has a rate limit of its own.",
      body: signInEmailInput,
      output: signInResult,
      problems: [400, 401, 403, 422, 429, 503],
      setsCookie: true,
      access: "open",
      async handle(ctx, { body: { email, password, callbackURL } }) {
        // The panel navigates on its own, but a URL elsewhere is refused as in every other sign-in.
        panelUrl(ports, callbackURL);
        await limitPasswordAttempts(ctx, ports, email);
        const cookieHeader = ctx.request.header("cookie");
        const { result, setCookie } = await signInByPassword(ctx, ports, { email, password, cookieHeader });
        return {
          value: result,
          setCookies: [setCookie, ...rememberBrowser(ports, cookieHeader, result.user)],
        };
      },
    }),
    sendMagicLink: authOperation({
      method: "POST",
      path: "/auth/magic-link/send",
      summary: "Request a sign-in link",
      description:
        "Emails a link if the address has an account. The response is the same either way, even if the address has been sent too many links. Earlier links still work.",
      body: magicLinkSendInput,
      output: acknowledgement,
      problems: [400, 403, 422, 429],
      access: "open",
      async handle(ctx, { body: { email, callbackURL = "/domains" } }) {
        const urls = { callbackURL: panelUrl(ports, callbackURL), errorCallbackURL: signInPage(ports) };
        const { isAllowed, browser } = await countLinkRequest(ctx, ports, "magic-link", email);
        if (!isAllowed) {
          return { value: { status: true } };
        }
        const { body, setCookies } = await callLibrary(ctx, ports, {
          path: "/sign-in/magic-link",
          body: { email, ...urls, metadata: { browser } satisfies MagicLinkRequest },
        });
        return { value: acknowledgement.parse(body), setCookies };
      },
    }),
    followMagicLink: authOperation({
      method: "GET",
      path: "/auth/magic-link/verify",
      summary: "Sign in with an emailed link",
      query: z.object({ token: z.string(), callbackURL: z.string().optional() }),
      output: signInResult,
      redirects: true,
      problems: [403, 422],
      setsCookie: true,
      access: "open",
      async handle(ctx, { query: { token, callbackURL = "/domains" } }) {
        if (!token) {
          throw invalid([{ pointer: "/query/token", message: "This field is required." }]);
        }
        // Without `callbackURL` it still ends in the panel, never in a response that shows a token.
        const kept = new URLSearchParams({
          token,
          callbackURL: panelUrl(ports, callbackURL) ?? "",
          errorCallbackURL: signInPage(ports),
        });
        const answered = await callLibrary(ctx, ports, { path: "/magic-link/verify", query: `?${kept}` });
        return finish(ctx, ports, answered);
      },
    }),
    listSignInProviders: authOperation({
      method: "GET",
      path: "/auth/providers",
      summary: "List sign-in providers",
      output: signInProviderList,
      problems: [422],
      access: "open",
      handle: async () => ({
        value: { providers: signInProviders.filter((name) => ports.settings.providers[name]) },
      }),
    }),
    signInWithProvider: authOperation({
      method: "POST",
      path: "/auth/sign-in/social",
      summary: "Sign in with Google or GitHub",
      description:
        "Returns the URL to redirect to. Never creates an account; the person must already have one.",
      body: signInSocialInput,
      output: signInResult,
      problems: [400, 403, 422, 429, 503],
      access: "open",
      async handle(ctx, { body: { provider, callbackURL = "/domains" } }) {
        await limitAttempts(ctx, ports, "provider", undefined);
        if (!ports.settings.providers[provider]) {
          throw new AppError(
            "unavailable",
            "provider_not_configured",
            `Signing in with ${provider} is not set up on this installation. Use your password or a magic link.`,
          );
        }
        const { body, setCookies } = await callLibrary(ctx, ports, {
          path: "/sign-in/social",
          body: { provider, callbackURL: panelUrl(ports, callbackURL), errorCallbackURL: signInPage(ports) },
        });
        const { redirect, url } = z
          .looseObject({ redirect: z.boolean().default(false), url: z.string().optional() })
          .parse(body);
        return { value: { redirect, url }, setCookies };
      },
    }),
  });

export const providerCallbackOperations = (ports: AuthPorts) =>
  named(
    Object.fromEntries(
      signInProviders.map((provider) => [`returnFrom_${provider}`, providerCallback(ports, provider)]),
    ),
  );

const providerCallback = (ports: AuthPorts, provider: SignInProvider) =>
  authOperation({
    method: "GET",
    path: `/auth/callback/${provider}`,
    summary: `Complete a sign-in with ${provider}`,
    output: signInResult,
    redirects: true,
    problems: [],
    access: "open",
    isInternal: true,
    async handle(ctx) {
      if (!ports.settings.providers[provider]) {
        throw notFound();
      }
      const { query } = ctx.request;
      return finish(ctx, ports, await callLibrary(ctx, ports, { path: `/callback/${provider}`, query }));
    },
  });

const signInPage = ({ settings }: AuthPorts) => `${settings.panelUrl}/sign-in`;

/** Returns the library's response once its session is complete or awaits the second factor. */
async function finish(
  ctx: OpenCtx,
  ports: AuthPorts,
  answered: LibraryAnswer,
): Promise<AuthAnswer<SignInResult>> {
  const { location, setCookies } = answered;
  const token = tokenIn(ports, answered);
  const cookieHeader = ctx.request.header("cookie");
  const result = await completeSignIn({ ...ctx, ...ports }, token, cookieHeader);
  const cookies = [...setCookies, ...rememberBrowser(ports, cookieHeader, result.user)];
  if (location === undefined) {
    return { value: result, setCookies: cookies };
  }
  return {
    location: result.twoFactorRedirect ? secondFactorPage(ports, location) : location,
    setCookies: cookies,
  };
}

function secondFactorPage(ports: AuthPorts, location: string): string {
  const page = new URL("/auth/2fa-verify", ports.settings.panelUrl);
  const next = new URL(panelUrl(ports, location) ?? "/", ports.settings.panelUrl);
  if (next.origin === page.origin) {
    page.searchParams.set("next", next.pathname + next.search);
  }
  return page.href;
}

const tokenIn = ({ cookie }: AuthPorts, { setCookies }: LibraryAnswer): string | undefined =>
  cookie.readToken(setCookies.map((each) => each.split(";")[0]).join("; "));
