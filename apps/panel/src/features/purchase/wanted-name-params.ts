import { parseAsString } from "nuqs/server";

/** The name that is wanted, in whatever form it was typed. */
export const wantedNameParams = { name: parseAsString.withDefault("") };
