import type { Db } from "@zonepost/db";
import type { z } from "zod";
import type { Clock } from "../../../kernel/clock.ts";
import type { PersonCtx } from "../../../kernel/ctx.ts";
import type { Logger } from "../../../kernel/log.ts";
import type { Origin } from "../model/record-person-event.ts";
import type { SessionCookie } from "../model/session-cookie.ts";
import type { Passwords } from "../passwords/passwords.ts";
import type { AccountsSettings, EmailPorts } from "../ports.ts";
import type { SignedIn } from "../sessions/read-session.ts";
import type { AuthLibrary } from "../sign-in/library.ts";

/** A request to `/auth/*` as the transport hands it over: the path below /auth, the body parsed as JSON. */
export type AuthRequest = {
  method: string;
  /** Below /auth, such as `/sign-in/email`. */
  path: string;
  /** With its question mark, or empty. */
  query: string;
  requestId: string;
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
  log: Logger;
  library: AuthLibrary;
  cookie: SessionCookie;
  passwords: Passwords;
  settings: AccountsSettings;
} & EmailPorts;

/** What the API's description says of a route. */
export type AuthOperation = {
  operationId: string;
  method: "GET" | "POST";
  /** Below /auth. */
  path: string;
  summary: string;
  description?: string;
  query?: z.ZodType;
  body?: z.ZodType;
  output?: z.ZodType;
  redirects?: boolean;
  setsCookie?: boolean;
  problems: readonly number[];
  /** Who is let in: anyone, someone whose second factor is due or not, or someone who is wholly signed in. */
  access: "open" | "half_signed_in" | "signed_in";
  /** Left out of the description: steps between this service and a provider. */
  isInternal?: boolean;
};

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Caller<Access> = Access extends "open"
  ? { session: undefined; ctx: undefined }
  : { session: SignedIn; ctx: PersonCtx };

export type AuthRoute = AuthOperation & {
  handle(
    deps: AuthRoutesDeps,
    request: AuthRequest,
    input: never,
    caller: never,
  ): Promise<AuthAnswer> | AuthAnswer;
};

/** Types `handle` by the schema of the body and by who is let in. */
export function authRoute<
  const Access extends AuthOperation["access"],
  Body extends z.ZodType | undefined = undefined,
>(
  declared: Omit<AuthOperation, "body" | "access"> & {
    access: Access;
    body?: Body;
    handle(
      deps: AuthRoutesDeps,
      request: AuthRequest,
      input: Parsed<Body>,
      caller: Caller<Access>,
    ): Promise<AuthAnswer> | AuthAnswer;
  },
): AuthRoute {
  return declared as unknown as AuthRoute;
}

/** Where a request came from, for the audit log. */
export const originOf = (request: AuthRequest): Origin => ({
  requestId: request.requestId,
  ipAddress: request.clientAddress,
  userAgent: request.header("user-agent")?.slice(0, 500) ?? null,
});

/** 200 with this body. */
export const answer = (body: unknown, setCookies: string[] = []): AuthAnswer => ({
  status: 200,
  body,
  setCookies,
});
