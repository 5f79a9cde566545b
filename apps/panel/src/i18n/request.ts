import { cookies } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { zoneCookie, zoneOrUtc } from "./zone.ts";

export default getRequestConfig(async () => ({
  locale: "en",
  messages: (await import("@messages/en.json")).default,
  timeZone: zoneOrUtc((await cookies()).get(zoneCookie)?.value),
}));
