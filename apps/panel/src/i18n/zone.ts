/** The browser tells its time zone in this cookie, so that the server writes the same dates as the browser. */
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
