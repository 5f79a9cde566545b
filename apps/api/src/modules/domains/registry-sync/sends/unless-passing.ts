import { RegistrarError, type RegistrarErrorReason } from "../../ports.ts";

const passing: readonly RegistrarErrorReason[] = ["unavailable", "failed", "prohibited", "exists"];

/** For temporary reasons, the outcome is unknown: no caller is waiting, so the sync retries after reading the registry. */
export const unlessPassing = <Result>(send: () => Promise<Result>): Promise<Result> =>
  send().catch((error: unknown) => {
    throw error instanceof RegistrarError && passing.includes(error.reason)
      ? new RegistrarError("outcome_unknown", error.message, { cause: error })
      : error;
  });
