/** The browser sends its time zone in this cookie, so that the server renders the same dates. */
export const zoneCookie = "zonepost.zone";

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
