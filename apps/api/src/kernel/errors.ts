import type { ProblemExtensions } from "@zonepost/schema";

/** Each transport maps these in one table. */
export type ErrorKind =
  | "malformed"
  | "unauthenticated"
  | "payment_required"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "gone"
  | "precondition_failed"
  | "precondition_required"
  | "too_large"
  | "unsupported_media_type"
  | "invalid"
  | "rate_limited"
  | "unavailable";

/** `pointer` is an RFC 6901 pointer into the body, or /query/<name> and /path/<name>. */
export type FieldError = { pointer: string; message: string };

type AppErrorOptions = {
  fields?: FieldError[];
  retryAfterSeconds?: number;
  /** The methods that the path supports, if this one isn't among them. */
  allow?: readonly string[];
  extensions?: ProblemExtensions | undefined;
  cause?: unknown;
};

/** The only error that callers may see: `code` and `publicMessage` are public, `cause` is for the log. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly kind: ErrorKind;
  readonly code: string;
  readonly publicMessage: string;
  readonly fields: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: readonly string[] | undefined;
  readonly extensions: ProblemExtensions | undefined;

  constructor(kind: ErrorKind, code: string, publicMessage: string, options: AppErrorOptions = {}) {
    super(`${code}: ${publicMessage}`, { cause: options.cause });
    this.kind = kind;
    this.code = code;
    this.publicMessage = publicMessage;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.allow = options.allow;
    this.extensions = options.extensions;
  }
}

/** The page of a code, to which a problem's `type` links. */
type ProblemPage = { cause: string; fix: string };

type Declaration<Args extends unknown[]> = ProblemPage & {
  message: string | ((...args: Args) => string);
  options?: (...args: Args) => AppErrorOptions;
};

const pages = new Map<string, ProblemPage>();

/** The pages of all codes whose declarations are loaded. */
export const problemPages: ReadonlyMap<string, ProblemPage> = pages;

/** For a code without a declared error, such as the fallback for the sign-in library. */
export function declarePage(code: string, page: ProblemPage): void {
  pages.set(code, page);
}

/** Declares a code with its page, and returns the function that makes its errors. */
export function declareError<Args extends unknown[] = []>(
  kind: ErrorKind,
  code: string,
  { message, options, cause, fix }: Declaration<Args>,
): (...args: Args) => AppError {
  declarePage(code, { cause, fix });
  return (...args) =>
    new AppError(kind, code, typeof message === "string" ? message : message(...args), options?.(...args));
}

/** Resources of other workspaces get the same bytes, so that callers can't find out whether they exist. */
export const notFound = declareError("not_found", "not_found", {
  message: "Not found, or you don't have access to it.",
  cause:
    "The resource does not exist, or it belongs to another workspace. Both cases get the same response on purpose.",
  fix: "Check the name or ID, and which workspace you are signed in to.",
});

export const methodNotAllowed = declareError("method_not_allowed", "method_not_allowed", {
  message: (allow: readonly string[]) => `This path supports ${[...allow].sort().join(", ")} only.`,
  options: (allow) => ({ allow: [...allow].sort() }),
  cause: "The path exists, but does not support this method.",
  fix: "See the Allow header for the methods that the path supports.",
});

export const unauthenticated = declareError("unauthenticated", "unauthenticated", {
  message: "Sign in to continue.",
  cause:
    "The request has no valid session cookie. It was not sent, it was altered, or the session has ended.",
  fix: "Sign in at /auth/sign-in/email and send the cookie that the response sets.",
});

export const forbidden = declareError("forbidden", "forbidden", {
  message: (refused: string) => refused,
  cause:
    "You are signed in, but your role in this workspace does not include the permission that this operation requires.",
  fix: "Ask an owner or admin of the workspace to do it, or to change your role.",
});

export const sessionRequired = declareError("forbidden", "session_required", {
  message: "API keys can't do this. Sign in instead.",
  cause: "Only a signed-in person can do this. The request came with an API key.",
  fix: "Use the panel, or send the session cookie of a signed-in person.",
});

export const noWorkspace = declareError("forbidden", "no_workspace", {
  message: "You're not a member of any workspace. Ask a workspace owner to invite you.",
  cause: "You are signed in, but not a member of any workspace.",
  fix: "Ask a workspace owner to invite you.",
});

export const invalid = declareError("invalid", "invalid_input", {
  message: "Some fields are invalid. See `errors`.",
  options: (fields: FieldError[], cause?: unknown, extensions?: ProblemExtensions) => ({
    fields,
    cause,
    extensions,
  }),
  cause: "One or more fields are invalid, missing or unknown. Nothing was changed.",
  fix: "Each entry in `errors` points to a field and explains how to fix it.",
});
