import { parseAsString } from "nuqs/server";

/** The delivery that is open at the side. */
export const endpointParams = { delivery: parseAsString };
