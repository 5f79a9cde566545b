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

/** Resources of other workspaces get the same bytes, so that callers can't find out whether they exist. */
export function notFound(): AppError {
  return new AppError("not_found", "not_found", "Not found, or you don't have access to it.");
}

export function methodNotAllowed(allow: readonly string[]): AppError {
  const methods = [...allow].sort();
  return new AppError(
    "method_not_allowed",
    "method_not_allowed",
    `This path supports ${methods.join(", ")} only.`,
    {
      allow: methods,
    },
  );
}

export function unauthenticated(): AppError {
  return new AppError("unauthenticated", "unauthenticated", "Sign in to continue.");
}

export function sessionRequired(): AppError {
  return new AppError("forbidden", "session_required", "API keys can't do this. Sign in instead.");
}

export function noWorkspace(): AppError {
  return new AppError(
    "forbidden",
    "no_workspace",
    "You're not a member of any workspace. Ask a workspace owner to invite you.",
  );
}

export function invalid(fields: FieldError[], cause?: unknown, extensions?: ProblemExtensions): AppError {
  return new AppError("invalid", "invalid_input", "Some fields are invalid. See `errors`.", {
    fields,
    cause,
    extensions,
  });
}
