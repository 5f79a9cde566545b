import { AppError, invalid } from "./errors.ts";

/**
 * PostgreSQL keeps neither U+0000 (SQLSTATE 22021 in text, 22P05 in JSON) nor half a surrogate pair in JSON (22P02:
 * what is written as JSON here is always valid otherwise).
 */
function isTextRefused(error: Error): boolean {
  const code = "code" in error ? error.code : undefined;
  return code === "22021" || code === "22P05" || (code === "22P02" && error.message.includes("type json"));
}

/** The same error, or what a caller may be told where their text has a character that cannot be kept. */
export function withTextRefused(error: unknown): unknown {
  for (let cause = error; cause instanceof Error && !(cause instanceof AppError); cause = cause.cause) {
    if (isTextRefused(cause)) {
      return invalid([{ pointer: "", message: "Remove U+0000 and unpaired surrogates." }], error);
    }
  }
  return error;
}
