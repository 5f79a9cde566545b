import { createHmac, randomInt } from "node:crypto";
import type { AccountsSettings } from "../ports.ts";

export const generateSignInCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/**
 * The token of a sign-in link. It follows from the code and the secret of the browser that requested both, so they are
 * one token with one hash. Codes can't be tried without our key, not even with that secret and a copy of the database.
 */
export const linkTokenOf = (
  { authSecret }: Pick<AccountsSettings, "authSecret">,
  request: { browserSecret: string; email: string; code: string },
): string =>
  createHmac("sha256", authSecret)
    .update(
      JSON.stringify(["sign_in_link", request.browserSecret, request.email.toLowerCase(), request.code]),
    )
    .digest("base64url");

/** The token that this code has by the current secret, and by each retired one: a link may be older than the current. */
export const linkTokensOf = (
  { authSecret, authSecretsRetired = [] }: Pick<AccountsSettings, "authSecret" | "authSecretsRetired">,
  request: Parameters<typeof linkTokenOf>[1],
): string[] =>
  [authSecret, ...authSecretsRetired].map((secret) => linkTokenOf({ authSecret: secret }, request));
