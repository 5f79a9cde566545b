import { z } from "zod";
import type { OpenCtx } from "../../../kernel/ctx.ts";
import { AppError, declarePage, type ErrorKind } from "../../../kernel/errors.ts";
import { type AuthPorts, clientAddressHeader } from "../ports.ts";

export type LibraryAnswer = { body: unknown; setCookies: string[]; location?: string };

export type LibraryCall = { method?: "GET"; path: string; query?: string; body?: unknown };

/**
 * Passes only the headers that the library needs: the transport has checked the Origin, and we set the client address.
 */
export async function callLibrary(
  { request }: Pick<OpenCtx, "request">,
  { library, settings, cookie }: AuthPorts,
  call: LibraryCall,
): Promise<LibraryAnswer> {
  const headers = new Headers({ origin: request.header("origin") ?? settings.apiUrl });
  headers.set(clientAddressHeader, request.clientAddress);
  // The library knows the current secret only.
  const cookies = cookie.signAgain(request.header("cookie"));
  if (cookies !== undefined) {
    headers.set("cookie", cookies);
  }
  const userAgent = request.header("user-agent");
  if (userAgent !== undefined) {
    headers.set("user-agent", userAgent);
  }
  if (call.body !== undefined) {
    headers.set("content-type", "application/json");
  }
  const response = await library.handler(
    new Request(`${settings.apiUrl}/auth${call.path}${call.query ?? ""}`, {
      method: call.method ?? request.method,
      headers,
      body: JSON.stringify(call.body),
    }),
  );
  const text = await response.text();
  const body: unknown = text === "" ? null : JSON.parse(text);
  if (response.status >= 400) {
    throw libraryError(response.status, body);
  }
  const location = response.headers.get("location");
  return {
    body,
    setCookies: response.headers.getSetCookie(),
    location: location !== null && response.status >= 300 ? location : undefined,
  };
}

const kinds: Partial<Record<number, ErrorKind>> = {
  400: "malformed",
  401: "unauthenticated",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  422: "invalid",
};

const libraryProblem = z.object({ code: z.string().default("auth_failed"), message: z.string().default("") });

declarePage("auth_failed", {
  cause: "The sign-in was refused for an unknown reason.",
  fix: "Start again at the sign-in page. If it keeps failing, contact support with the request ID.",
});

/** Turns the library's refusal into our problem, keeping its `code` and `message`. */
function libraryError(status: number, body: unknown): Error {
  const { data } = libraryProblem.safeParse(body ?? {});
  const code = data?.code ?? "auth_failed";
  const message = data?.message || "The sign-in was refused.";
  const kind = kinds[status];
  return kind
    ? new AppError(kind, code, message)
    : new Error(`the sign-in library answered ${status} ${code}: ${message}`);
}
