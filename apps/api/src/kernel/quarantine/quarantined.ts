import { declareError } from "../errors.ts";

const retryAfterSeconds = 600;

export const quarantined = declareError("unavailable", "quarantined", {
  message: (message?: string, _cause?: unknown) =>
    message ?? "This installation is being restored from a backup. Nothing was changed.",
  options: (_message?: string, cause?: unknown) => ({ retryAfterSeconds, cause }),
  cause:
    "The installation was restored from a backup and is in quarantine until its operator releases it. Nothing is sent or changed, and only operators can sign in, with a password and two-factor authentication.",
  fix: "Wait for the release and try again. If you run this installation, see `npm run quarantine`.",
});

/**
 * Something was about to leave, or to change outside, while the database is in quarantine or can't tell. Not a refusal: the
 * work is left as if its process had died here.
 */
export class QuarantinedError extends Error {
  override readonly name = "QuarantinedError";

  constructor(options?: ErrorOptions) {
    super("the installation is in quarantine, or its database can't tell", options);
  }
}

/** Replaces the error if the request ended because of the quarantine. */
export const withQuarantined = (error: unknown): unknown =>
  error instanceof QuarantinedError ? quarantined(undefined, error) : error;
