import { panelPath } from "../../panel-path.ts";

export type SignedIn = { twoFactorRedirect?: boolean; url?: string };

/**
 * The panel's page after a sign-in by link or code: the one that the link was requested for, after the second factor if
 * that is required.
 */
export function pageAfterSignIn({ twoFactorRedirect, url }: SignedIn): string {
  const asked = url === undefined ? null : URL.parse(url);
  const next = panelPath(asked ? asked.pathname + asked.search + asked.hash : undefined);
  return twoFactorRedirect ? `/auth/2fa-verify?next=${encodeURIComponent(next)}` : next;
}
