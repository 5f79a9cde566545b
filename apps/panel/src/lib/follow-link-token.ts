/**
 * Calls `read` with the token in the fragment of the page's link, then with that of each link opened later in this tab,
 * which doesn't load the page again. Returns what ends this.
 *
 * Next's router, and the removal of an earlier token, can replace the address before the page has read it. So links come
 * from the browser's events; only the first is in the address bar.
 */
export function followLinkToken(read: (token: string | null) => void): () => void {
  const readFrom = (url: string) => {
    window.openedLink = undefined;
    read(new URLSearchParams(new URL(url).hash.slice(1)).get("token"));
  };
  const follow = ({ newURL }: HashChangeEvent) => readFrom(newURL);
  const { href } = window.location;
  const { openedLink = href } = window;
  readFrom(openedLink.split("#")[0] === href.split("#")[0] ? openedLink : href);
  window.addEventListener("hashchange", follow);
  return () => window.removeEventListener("hashchange", follow);
}
