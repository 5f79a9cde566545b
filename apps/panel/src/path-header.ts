/** The header in which the proxy tells the pages which address was asked for. */
export const pathHeader = "x-zonepost-path";
