import { parseAsString } from "nuqs/server";

export const domainSearchParams = { q: parseAsString.withDefault("") };
