/**
 * Calls `read` with the token in the fragment of the page's link, then with that of each link opened later in this tab,
 * which doesn't load the page again. Returns what ends this.
 *
 * Next's router, and the removal of an earlier token, can replace the address before the page has read it. So links come
 * from the browser's events; only the first is in the address bar.
 */
export function followLinkToken(read: (token: string | null) => void): () => void {
  const readFrom = (url: string) => read(new URLSearchParams(new URL(url).hash.slice(1)).get("token"));
  const follow = ({ newURL }: HashChangeEvent) => {
    window.earlyInput?.takeOpenedLink();
    readFrom(newURL);
  };
  const { href } = window.location;
  const opened = window.earlyInput?.takeOpenedLink();
  readFrom(opened && opened.split("#")[0] === href.split("#")[0] ? opened : href);
  window.addEventListener("hashchange", follow);
  return () => window.removeEventListener("hashchange", follow);
}
