/** The header in which the proxy passes the requested path to the pages. */
export const pathHeader = "x-zonepost-path";
