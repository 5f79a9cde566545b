import type { SessionCookie } from "./session-cookie.ts";

/** The cookie for a browser in which this person has completed a sign-in, unless it has one. */
export function rememberBrowser(
  { cookie }: { cookie: SessionCookie },
  cookieHeader: string | undefined,
  person: { email: string } | undefined,
): string[] {
  const isNew = person !== undefined && !cookie.isKnownBrowserCurrent(cookieHeader, person.email);
  return isNew ? [cookie.writeKnownBrowser(person.email)] : [];
}
