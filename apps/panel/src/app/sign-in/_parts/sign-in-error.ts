// The values of `?error=` when a link or a provider returns here without a session: the sign-in library's own codes,
// and those of providers (RFC 6749 4.1.2.1).
const words = {
  linkSpent: ["invalid_token", "expired_token"],
  // The same message whether or not the address has an account, so that it reveals nothing.
  notInvited: [
    "signup_disabled",
    "invitation_required",
    "account_not_linked",
    "unable_to_link_account",
    "email_not_found",
    "email_not_verified",
    "email_does_not_match",
  ],
  begunElsewhere: ["state_mismatch", "state_not_found", "state_invalid", "invalid_callback_request"],
  declined: ["access_denied"],
  providerFailed: [
    "invalid_code",
    "no_code",
    "unable_to_get_user_info",
    "oauth_provider_not_found",
    "provider_unavailable",
    "internal_server_error",
    "server_error",
    "temporarily_unavailable",
  ],
} as const;

type Words = keyof typeof words | "notSignedIn";

/** The key in `signIn` of each code's message. */
export function signInErrorMessages(code: string): Words {
  const known = Object.entries(words).find(([, codes]) =>
    (codes as readonly string[]).includes(code.toLowerCase()),
  );
  return (known?.[0] as Words | undefined) ?? "notSignedIn";
}
