import { AppError, invalid } from "../errors.ts";

/**
 * PostgreSQL stores neither U+0000 (SQLSTATE 22021 in text, 22P05 in JSON) nor half a surrogate pair in JSON (22P02:
 * our JSON is always valid otherwise).
 */
function isTextRefused(error: Error): boolean {
  const code = "code" in error ? error.code : undefined;
  return code === "22021" || code === "22P05" || (code === "22P02" && error.message.includes("type json"));
}

/** Replaces the error if the text has a character that can't be stored. */
export function withTextRefused(error: unknown): unknown {
  for (let cause = error; cause instanceof Error && !(cause instanceof AppError); cause = cause.cause) {
    if (isTextRefused(cause)) {
      return invalid([{ pointer: "", message: "Remove U+0000 and unpaired surrogates." }], error);
    }
  }
  return error;
}
