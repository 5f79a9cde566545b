/** A URL without its scheme and its query, which may hold a token: "hooks.example.com/billing". */
export function hostAndPath(url: string): string {
  if (!URL.canParse(url)) {
    return url;
  }
  const { host, pathname } = new URL(url);
  return pathname === "/" ? host : host + pathname;
}
