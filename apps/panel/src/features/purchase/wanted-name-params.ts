import { parseAsString } from "nuqs/server";

/** The requested name, as typed. */
export const wantedNameParams = { name: parseAsString.withDefault("") };
