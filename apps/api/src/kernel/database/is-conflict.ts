const uniqueViolation = "23505";

/** True if the row would have broken a unique index. */
export function isConflict(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && cause.code === uniqueViolation) {
      return true;
    }
  }
  return false;
}
