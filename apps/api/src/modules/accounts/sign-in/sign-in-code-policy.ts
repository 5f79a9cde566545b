/** Wrong codes after which only the link still works. */
const maxWrongCodes = 5;

/** For one address, in all browsers. */
const maxWrongCodesPerDay = 20;

export type SignInCodeOutcome = "right" | "wrong" | "burned" | "ended" | "paused";

/**
 * The outcome of one try, which both numbers include.
 *
 * @param tries of this code; undefined if its link is no longer open
 */
export function outcomeOfSignInCode(attempt: {
  triesToday: number;
  tries: number | undefined;
  isRight: boolean;
}): SignInCodeOutcome {
  const { triesToday, tries, isRight } = attempt;
  if (triesToday > maxWrongCodesPerDay) {
    return "paused";
  }
  if (tries === undefined || tries > maxWrongCodes) {
    return "ended";
  }
  if (isRight) {
    return "right";
  }
  return tries === maxWrongCodes ? "burned" : "wrong";
}
