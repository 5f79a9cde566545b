import { invalid } from "../errors.ts";
import { findCause } from "./find-cause.ts";

/**
 * PostgreSQL stores neither U+0000 (SQLSTATE 22021 in text, 22P05 in JSON) nor half a surrogate pair in JSON (22P02:
 * our JSON is always valid otherwise).
 */
const isTextRefused = (error: Error, code: string): boolean =>
  code === "22021" || code === "22P05" || (code === "22P02" && error.message.includes("type json"));

/** Replaces the error if the text has a character that can't be stored. */
export const withTextRefused = (error: unknown): unknown =>
  findCause(error, isTextRefused)
    ? invalid([{ pointer: "", message: "Remove U+0000 and unpaired surrogates." }], error)
    : error;
