/** Limits `?next=` to paths of this panel; anything else becomes `/domains`. */
export function ownPath(next: string | undefined): string {
  const home = "/domains";
  if (!next?.startsWith("/") || /[\\\p{Cc}]/u.test(next)) {
    return home;
  }
  const base = "http://panel.invalid";
  try {
    const url = new URL(next, base);
    if (url.origin !== base || url.pathname === "/") {
      return home;
    }
    // Dots that were resolved away can leave what a browser takes for another host.
    if (url.pathname.startsWith("//")) {
      return home;
    }
    // Sign-in pages are no destination after a sign-in.
    if (/^\/(sign-in|auth)(\/|$)/.test(url.pathname)) {
      return home;
    }
    return url.pathname + url.search + url.hash;
  } catch {
    return home;
  }
}
