import { findCause } from "./find-cause.ts";

const uniqueViolation = "23505";

/** True if the row would have broken a unique index. */
export const isConflict = (error: unknown): boolean =>
  findCause(error, (_cause, code) => code === uniqueViolation) !== undefined;
