/** The browser sends its time zone in this cookie, so that the server renders the same dates. */
export const zoneCookie = "zonepost.zone";

/** Sets the cookie before the scripts of a page load, so that the page after signing in is rendered once. */
export const zoneScript = `(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone) {
    document.cookie = "${zoneCookie}=" + encodeURIComponent(zone) + "; Path=/; Max-Age=31536000; SameSite=Lax";
  }
})()`;

export function zoneOrUtc(name: string | undefined): string {
  if (!name) {
    return "UTC";
  }
  try {
    new Intl.DateTimeFormat("en", { timeZone: decodeURIComponent(name) });
    return decodeURIComponent(name);
  } catch {
    return "UTC";
  }
}
