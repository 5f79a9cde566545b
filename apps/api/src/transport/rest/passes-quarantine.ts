/** How an operator signs in and out. */
const signingIn = new Set([
  "POST /auth/sign-in/email",
  "POST /auth/sign-out",
  "GET /auth/get-session",
  "HEAD /auth/get-session",
  "GET /auth/providers",
  "POST /auth/two-factor/verify-totp",
  "POST /auth/two-factor/verify-backup-code",
]);

/**
 * Whether a request needn't wait for the end of a quarantine: reads, which only operators are signed in for, and an
 * operator's sign-in. A key is refused as one that doesn't work, whatever it asks for.
 */
export function passesQuarantine({
  method,
  path,
  hasKey,
}: {
  method: string;
  path: string;
  hasKey: boolean;
}): boolean {
  if (path.startsWith("/auth/")) {
    return signingIn.has(`${method} ${path}`);
  }
  const isRead = method === "GET" || method === "HEAD" || method === "OPTIONS";
  return isRead || (hasKey && !/^\/(?:trpc|inbound|sandbox)\//.test(path));
}
