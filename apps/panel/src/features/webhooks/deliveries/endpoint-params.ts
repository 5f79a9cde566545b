import { parseAsString } from "nuqs/server";

/** The delivery that is open in the drawer. */
export const endpointParams = { delivery: parseAsString };
