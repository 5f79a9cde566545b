import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { type Db, sessions, users } from "@zonepost/db";
import {
  acknowledgement,
  magicLinkSendInput,
  signInEmailInput,
  signInProviders,
  signInResult,
  signInSocialInput,
  signOutResult,
} from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Clock } from "../../kernel/clock.ts";
import { AppError, invalid, methodNotAllowed, notFound, unauthenticated } from "../../kernel/errors.ts";
import { countExactly, secondsToReset } from "../../kernel/rate-limit.ts";
import { parseInput } from "../../kernel/validation.ts";
import { type AuthLibrary, clientAddressHeader } from "./library.ts";
import type { AccountsSettings } from "./ports.ts";
import { publicUser } from "./public-user.ts";
import { readSession, refreshSession } from "./queries/read-session.ts";
import type { SessionCookie } from "./session-cookie.ts";

/** A request to `/auth/*` as the transport hands it over: the path below /auth, the body parsed as JSON. */
export type AuthRequest = {
  method: string;
  /** Below /auth, such as `/sign-in/email`. */
  path: string;
  /** With its question mark, or empty. */
  query: string;
  header(name: string): string | undefined;
  /** Sets a header of the answer, whatever the answer becomes. */
  setHeader(name: string, value: string): void;
  body: unknown;
  clientAddress: string;
};

export type AuthAnswer = { status: number; body: unknown; setCookies: string[]; location?: string };

export type AuthRoutesDeps = {
  db: Db;
  clock: Clock;
  library: AuthLibrary;
  cookie: SessionCookie;
  settings: AccountsSettings;
};

type Route = (deps: AuthRoutesDeps, request: AuthRequest) => Promise<AuthAnswer>;

/** What of `/auth/*` the product offers. What is not here is not there, whatever the library could do. */
const routes: Record<string, Route> = {
  "POST /sign-in/email": signInWithEmail,
  "POST /sign-in/social": signInWithProvider,
  "POST /magic-link/send": sendLink,
  "GET /magic-link/verify": (deps, request) => callLibrary(deps, request, withPanelCallback(deps, request)),
  "POST /sign-out": signOut,
  "GET /get-session": getSession,
};
for (const provider of signInProviders) routes[`GET /callback/${provider}`] = providerCallback(provider);

export async function answerAuthRequest(deps: AuthRoutesDeps, request: AuthRequest): Promise<AuthAnswer> {
  const route = routes[`${request.method} ${request.path}`];
  if (route) return route(deps, request);
  const methods = Object.keys(routes).filter((known) => known.split(" ")[1] === request.path);
  throw methods.length > 0 ? methodNotAllowed(methods.map((known) => known.split(" ")[0] ?? "")) : notFound();
}

async function signInWithEmail(deps: AuthRoutesDeps, request: AuthRequest): Promise<AuthAnswer> {
  const input = parseInput(signInEmailInput, request.body);
  await limitAttempts(deps, request, "password", input.email);
  const answer = await callLibrary(deps, request, {
    path: "/sign-in/email",
    body: { email: input.email, password: input.password, callbackURL: panelUrl(deps, input.callbackURL) },
  });
  return { ...answer, body: signInResult.parse(await withoutToken(deps, answer.body)) };
}

async function sendLink(deps: AuthRoutesDeps, request: AuthRequest): Promise<AuthAnswer> {
  const input = parseInput(magicLinkSendInput, request.body);
  await limitAttempts(deps, request, "magic-link", input.email);
  const callbackURL = panelUrl(deps, input.callbackURL ?? "/domains");
  const answer = await callLibrary(deps, request, {
    path: "/sign-in/magic-link",
    body: { email: input.email, callbackURL, errorCallbackURL: `${deps.settings.panelUrl}/sign-in` },
  });
  return { ...answer, body: acknowledgement.parse(answer.body) };
}

async function signInWithProvider(deps: AuthRoutesDeps, request: AuthRequest): Promise<AuthAnswer> {
  const input = parseInput(signInSocialInput, request.body);
  await limitAttempts(deps, request, "provider", undefined);
  if (!deps.settings.providers[input.provider])
    throw new AppError(
      "unavailable",
      "provider_not_configured",
      `Signing in with ${input.provider} is not set up on this installation. Use your password or a magic link.`,
    );
  const answer = await callLibrary(deps, request, {
    path: "/sign-in/social",
    body: {
      provider: input.provider,
      callbackURL: panelUrl(deps, input.callbackURL ?? "/domains"),
      errorCallbackURL: `${deps.settings.panelUrl}/sign-in`,
    },
  });
  return { ...answer, body: signInResult.parse(await withoutToken(deps, answer.body)) };
}

function providerCallback(provider: (typeof signInProviders)[number]): Route {
  return (deps, request) => {
    if (!deps.settings.providers[provider]) throw notFound();
    return callLibrary(deps, request, { path: `/callback/${provider}`, query: request.query });
  };
}

async function signOut(deps: AuthRoutesDeps, request: AuthRequest): Promise<AuthAnswer> {
  // The library answers success also where the session could not be ended.
  const token = deps.cookie.readToken(request.header("cookie"));
  if (token !== undefined) await deps.db.delete(sessions).where(eq(sessions.token, token));
  const answer = await callLibrary(deps, request, { path: "/sign-out", body: {} });
  return { ...answer, body: signOutResult.parse(answer.body) };
}

async function getSession(deps: AuthRoutesDeps, request: AuthRequest): Promise<AuthAnswer> {
  const session = await readSession(deps.db, deps.cookie, request.header("cookie"));
  if (!session) throw unauthenticated();
  const refreshed = await refreshSession(deps.db, deps.cookie, session);
  return { status: 200, body: session.current(), setCookies: refreshed ? [refreshed] : [] };
}

type LibraryCall = { path: string; query?: string; body?: unknown };

/**
 * Hands a request to the library with the headers it needs and no others: who asks was checked by the transport
 * (Origin) or is ours to say (address).
 */
async function callLibrary(
  deps: AuthRoutesDeps,
  request: AuthRequest,
  call: LibraryCall,
): Promise<AuthAnswer> {
  const headers = new Headers({ origin: request.header("origin") ?? deps.settings.apiUrl });
  headers.set(clientAddressHeader, request.clientAddress);
  for (const name of ["cookie", "user-agent"]) {
    const value = request.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  if (call.body !== undefined) headers.set("content-type", "application/json");
  const response = await deps.library.handler(
    new Request(`${deps.settings.apiUrl}/auth${call.path}${call.query ?? ""}`, {
      method: request.method,
      headers,
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    }),
  );
  const text = await response.text();
  const body: unknown = text === "" ? null : JSON.parse(text);
  if (response.status >= 400) throw libraryError(response.status, body);
  const location = response.headers.get("location");
  return {
    status: response.status,
    body,
    setCookies: response.headers.getSetCookie(),
    ...(location !== null && response.status >= 300 ? { location } : {}),
  };
}

const libraryProblem = z.object({ code: z.string().default("auth_failed"), message: z.string().default("") });

/** The library's refusal as a problem of ours, its `code` and `message` kept. */
function libraryError(status: number, body: unknown): Error {
  const { data } = libraryProblem.safeParse(body ?? {});
  const code = data?.code ?? "auth_failed";
  const message = data?.message || "The sign-in was refused.";
  switch (status) {
    case 401:
      return new AppError("unauthenticated", code, message);
    case 403:
      return new AppError("forbidden", code, message);
    case 404:
      return new AppError("not_found", code, message);
    case 409:
      return new AppError("conflict", code, message);
    case 400:
      return new AppError("malformed", code, message);
    case 422:
      return new AppError("invalid", code, message);
    default:
      return new Error(`the sign-in library answered ${status} ${code}: ${message}`);
  }
}

/** Counted by address and by network, each on its own, exactly and over all processes; the answer tells both. */
async function limitAttempts(
  deps: AuthRoutesDeps,
  request: AuthRequest,
  way: string,
  email: string | undefined,
) {
  const now = deps.clock.wallNow();
  const limit = deps.settings.signInLimitPerMinute;
  const digest = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 22);
  const buckets = {
    network: networkOf(request.clientAddress),
    ...(email ? { address: digest(email.toLowerCase()) } : {}),
  };
  const states: [name: string, remaining: number, resetSeconds: number][] = [];
  try {
    for (const [name, key] of Object.entries(buckets)) {
      states.push([name, 0, secondsToReset(now)]);
      const state = await countExactly(deps.db, `sign-in:${way}:${name}:${key}`, limit, now);
      states[states.length - 1] = [name, state.remaining, state.resetSeconds];
    }
  } finally {
    request.setHeader("ratelimit-policy", states.map(([name]) => `"${name}";q=${limit};w=60`).join(", "));
    request.setHeader("ratelimit", states.map(([name, r, t]) => `"${name}";r=${r};t=${t}`).join(", "));
  }
}

/** One IPv4 address, or the /64 that one subscriber has in IPv6. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = "", tail = ""] = address.split("%")[0]?.split("::") ?? [];
  const groups = head.split(":").filter(Boolean);
  const missing = address.includes("::") ? 8 - groups.length - tail.split(":").filter(Boolean).length : 0;
  return `${[...groups, ...Array<string>(missing).fill("0"), ...tail.split(":").filter(Boolean)].slice(0, 4).join(":")}::/64`;
}

/** Paths are the panel's; whole addresses are judged by the library, which lets through only our own. */
function panelUrl(deps: AuthRoutesDeps, callbackURL: string | undefined): string | undefined {
  if (callbackURL === undefined) return undefined;
  if (callbackURL.startsWith("/")) {
    const resolved = new URL(callbackURL, deps.settings.panelUrl);
    if (resolved.origin !== new URL(deps.settings.panelUrl).origin)
      throw invalid([{ pointer: "/callbackURL", message: "must be an address of the panel" }]);
    return resolved.href;
  }
  return callbackURL;
}

/** A link that is followed without `callbackURL` still ends in the panel, never in an answer that shows a token. */
function withPanelCallback(deps: AuthRoutesDeps, request: AuthRequest): LibraryCall {
  const query = new URLSearchParams(request.query);
  const token = query.get("token");
  if (!token) throw invalid([{ pointer: "/query/token", message: "must not be empty" }]);
  const kept = new URLSearchParams({
    token,
    callbackURL: panelUrl(deps, query.get("callbackURL") ?? "/domains") ?? "",
    errorCallbackURL: `${deps.settings.panelUrl}/sign-in`,
  });
  return { path: "/magic-link/verify", query: `?${kept}` };
}

/** The library's answer without the session's token, which belongs in the cookie alone, and with our ids. */
async function withoutToken(deps: AuthRoutesDeps, body: unknown): Promise<unknown> {
  const answer = z
    .looseObject({
      redirect: z.boolean().default(false),
      url: z.string().optional(),
      user: z.object({ id: z.string() }).optional(),
    })
    .parse(body);
  const { redirect, url, twoFactorRedirect } = answer;
  const [person] = answer.user ? await deps.db.select().from(users).where(eq(users.id, answer.user.id)) : [];
  return {
    redirect,
    ...(url ? { url } : {}),
    ...(twoFactorRedirect === undefined ? {} : { twoFactorRedirect }),
    ...(person ? { user: publicUser(person) } : {}),
  };
}
