import { parseAsInteger } from "nuqs/server";

/** `version` is the one open in the drawer. */
export const zoneHistoryParams = { version: parseAsInteger, page: parseAsInteger.withDefault(1) };
