/** Limits `?next=` to paths of this panel; anything else becomes the overview. */
export function panelPath(next: string | undefined): string {
  const home = "/";
  if (!next?.startsWith("/") || /[\\\p{Cc}]/u.test(next)) {
    return home;
  }
  const base = "http://panel.invalid";
  try {
    const url = new URL(next, base);
    if (url.origin !== base || url.pathname === "/") {
      return home;
    }
    // Resolving dots can leave a path that a browser reads as another host.
    if (url.pathname.startsWith("//")) {
      return home;
    }
    // After a sign-in, sign-in pages are no useful destination.
    if (/^\/(sign-in|auth)(\/|$)/.test(url.pathname)) {
      return home;
    }
    return url.pathname + url.search + url.hash;
  } catch {
    return home;
  }
}
