export type CheckState = "ok" | "warning" | "failed" | "skipped";

/** `fix` says what to do; a check that is ok has none. */
export type Finding = { state: CheckState; message: string; fix: string | null };

export type Check = {
  id: string;
  /** Under which heading the terminal shows it. */
  group: string;
  run(): Promise<Finding>;
};

export type CheckResult = { id: string; group: string } & Finding;

export const ok = (message: string): Finding => ({ state: "ok", message, fix: null });
export const warning = (message: string, fix: string): Finding => ({ state: "warning", message, fix });
export const failed = (message: string, fix: string): Finding => ({ state: "failed", message, fix });
export const skipped = (message: string, fix: string): Finding => ({ state: "skipped", message, fix });
/** For a state that a threshold has given. */
export const judged = (state: Exclude<CheckState, "skipped">, message: string, fix: string): Finding =>
  state === "ok" ? ok(message) : { state, message, fix };

/** The first line of why something failed. A connection to several addresses fails with a list. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) {
    return reasonOf(error.errors[0]);
  }
  if (!(error instanceof Error)) {
    return String(error);
  }
  const cause = error.cause instanceof Error && /^Failed query/.test(error.message) ? error.cause : error;
  const code = "code" in cause ? String(cause.code) : cause.name;
  return (cause.message || code).split("\n", 1)[0] ?? code;
}

/** Runs all checks at once. One that throws, or doesn't end in time, failed: only evidence makes a check ok. */
export const runChecks = (checks: readonly Check[], limitMs: number): Promise<CheckResult[]> =>
  Promise.all(
    checks.map(async ({ id, group, run }) => {
      const { promise: timeout, resolve } = Promise.withResolvers<Finding>();
      const timer = setTimeout(
        () =>
          resolve(
            failed(
              `There was no answer within ${limitMs / 1000} s.`,
              "Check the network and the other side.",
            ),
          ),
        limitMs,
      );
      const found = run().catch((error: unknown) =>
        failed(`The check failed: ${reasonOf(error)}.`, "Correct that, then run the doctor again."),
      );
      try {
        return { id, group, ...(await Promise.race([found, timeout])) };
      } finally {
        clearTimeout(timer);
      }
    }),
  );
