import {
  acknowledgement,
  magicLinkRedeemInput,
  magicLinkSendInput,
  type SignInProvider,
  type SignInResult,
  signInCodeInput,
  signInEmailInput,
  signInProviderList,
  signInProviders,
  signInResult,
  signInSocialInput,
} from "@zonepost/schema";
import { z } from "zod";
import type { OpenCtx } from "../../../kernel/ctx.ts";
import { type AppError, invalid, notFound } from "../../../kernel/errors.ts";
import { type AuthAnswer, authOperation, named } from "../../../kernel/http/operation.ts";
import { countLinkRequest, limitAttempts, limitPasswordAttempts } from "../auth/limit-attempts.ts";
import { panelUrl } from "../auth/panel-url.ts";
import { providerNotConfigured } from "../errors.ts";
import { generateToken } from "../model/link-token.ts";
import { endedSignInCode, invalidLink } from "../model/own-account-errors.ts";
import type { AuthPorts } from "../ports.ts";
import { rememberBrowser } from "../sessions/remember-browser.ts";
import { callLibrary, type LibraryAnswer } from "./call-library.ts";
import { checkSignInCode } from "./check-sign-in-code.ts";
import { completeSignIn } from "./complete-sign-in.ts";
import { findOpenLink } from "./find-open-link.ts";
import { magicLinkLifetimeSeconds, sendMagicLink } from "./send-magic-link.ts";
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
        "Emails a link and a six-digit code if the address has an account. The response is the same either way, even if the address has been sent too many links. Earlier links still work. The response sets a cookie: the code only works together with it, and only until the same browser requests another one.",
      body: magicLinkSendInput,
      output: acknowledgement,
      problems: [400, 403, 422, 429],
      access: "open",
      async handle(ctx, { body: { email, callbackURL: given = "/domains" } }) {
        const callbackURL = panelUrl(ports, given);
        const { isAllowed, browser } = await countLinkRequest(ctx, ports, "magic-link", email);
        // Without a new email, the code of an earlier one keeps working.
        const earlier = isAllowed ? undefined : ports.cookie.readLinkBrowser(ctx.request.header("cookie"));
        const browserSecret = earlier ?? generateToken();
        if (isAllowed) {
          await sendMagicLink({ ...ctx, ...ports }, { email, callbackURL, browser, browserSecret });
        }
        return {
          value: { status: true },
          setCookies: [ports.cookie.writeLinkBrowser(browserSecret, magicLinkLifetimeSeconds)],
        };
      },
    }),
    redeemMagicLink: authOperation({
      method: "POST",
      path: "/auth/magic-link/redeem",
      summary: "Sign in with an emailed link",
      description:
        "Takes the token from the emailed link, which works once, within 15 minutes, in any browser. The link opens a page of the panel, which sends this request when the person clicks, so that a mail scanner that opens the link doesn't use it up. Returns 422 with `link_invalid` if the link no longer works.",
      body: magicLinkRedeemInput,
      output: signInResult,
      problems: [400, 403, 422, 429],
      setsCookie: true,
      access: "open",
      async handle(ctx, { body: { token } }) {
        await limitAttempts(ctx, ports, "magic-link-redeem", undefined);
        return redeem(ctx, ports, token, invalidLink);
      },
    }),
    signInWithCode: authOperation({
      method: "POST",
      path: "/auth/magic-link/code",
      summary: "Sign in with an emailed code",
      description:
        "Takes the six-digit code from the email with the sign-in link, in the browser that requested it. The code and its link are one: using either ends both. After five wrong codes, only the link still works. After 20 wrong codes a day (UTC) for one address, in all browsers, the response is 429 with `sign_in_codes_paused` until the next day. Returns 422 with `sign_in_code_wrong`, or with `sign_in_code_ended` if a new code is required.",
      body: signInCodeInput,
      output: signInResult,
      problems: [400, 403, 422, 429],
      setsCookie: true,
      access: "open",
      async handle(ctx, { body }) {
        await limitAttempts(ctx, ports, "magic-link-code", undefined);
        return redeem(ctx, ports, await checkSignInCode(ctx, ports, body), endedSignInCode);
      },
    }),
    followMagicLink: authOperation({
      method: "GET",
      path: "/auth/magic-link/verify",
      summary: "Sign in with an emailed link, and redirect",
      description:
        "Signs in as soon as the URL is opened, so a mail scanner can use up the token. Emails therefore link to a page of the panel, which calls `POST /auth/magic-link/redeem`.",
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
          throw providerNotConfigured(provider);
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

/** Signs in with a link's token, once. Throws if the link is used, expired or invalid. */
async function redeem(
  ctx: OpenCtx,
  ports: AuthPorts,
  token: string,
  refusal: () => AppError,
): Promise<AuthAnswer<SignInResult>> {
  const link = await findOpenLink(ctx, { token });
  if (!link) {
    throw refusal();
  }
  const query = `?${new URLSearchParams({ token })}`;
  const answered = await callLibrary(ctx, ports, { method: "GET", path: "/magic-link/verify", query });
  const completed = await completeSignIn(ctx, ports, answered.setCookies);
  // Used meanwhile, or without an account.
  if (!completed) {
    throw refusal();
  }
  return { value: { ...completed.result, url: link.callbackURL }, setCookies: completed.setCookies };
}

/** Returns the library's response, once its session is complete or awaits the second factor. */
async function finish(
  ctx: OpenCtx,
  ports: AuthPorts,
  answered: LibraryAnswer,
): Promise<AuthAnswer<SignInResult>> {
  const { location } = answered;
  const { result, setCookies } = (await completeSignIn(ctx, ports, answered.setCookies)) ?? {
    result: { redirect: false },
    setCookies: answered.setCookies,
  };
  if (location === undefined) {
    return { value: result, setCookies };
  }
  return { location: result.twoFactorRedirect ? secondFactorPage(ports, location) : location, setCookies };
}

function secondFactorPage(ports: AuthPorts, location: string): string {
  const page = new URL("/auth/2fa-verify", ports.settings.panelUrl);
  const next = new URL(panelUrl(ports, location) ?? "/", ports.settings.panelUrl);
  if (next.origin === page.origin) {
    page.searchParams.set("next", next.pathname + next.search);
  }
  return page.href;
}
