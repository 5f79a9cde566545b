import { z } from "zod";
import type { OpenCtx } from "../../../kernel/ctx.ts";
import { AppError, declarePage } from "../../../kernel/errors.ts";
import { type AuthPorts, clientAddressHeader } from "../ports.ts";

export type LibraryAnswer = { body: unknown; setCookies: string[]; location?: string };

export type LibraryCall = { method?: "GET"; path: string; query?: string; body?: unknown };

/**
 * Passes only the headers that the library needs: the transport has checked the Origin, and we set the client address.
 */
export async function callLibrary(
  { request }: Pick<OpenCtx, "request">,
  { library, settings }: AuthPorts,
  call: LibraryCall,
): Promise<LibraryAnswer> {
  const headers = new Headers({ origin: request.header("origin") ?? settings.apiUrl });
  headers.set(clientAddressHeader, request.clientAddress);
  for (const name of ["cookie", "user-agent"]) {
    const value = request.header(name);
    if (value !== undefined) {
      headers.set(name, value);
    }
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

const libraryProblem = z.object({ code: z.string().default("auth_failed"), message: z.string().default("") });

declarePage("auth_failed", {
  cause: "The sign-in was refused for an unknown reason.",
  fix: "Start again at the sign-in page. If it keeps failing, contact support with the request ID.",
});

declarePage("INVALID_CALLBACK_URL", {
  cause: "`callbackURL` points outside this installation.",
  fix: "Use a path of the panel, such as /domains, or omit the field.",
});

/** Turns the library's refusal into our problem, keeping its `code` and `message`. */
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
