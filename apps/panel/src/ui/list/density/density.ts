/** The height of rows in lists. */
export const densities = ["compact", "comfortable"] as const;

export type Density = (typeof densities)[number];

/** Remembers the choice of this browser, so that the server renders the page with it. */
export const densityCookie = "zonepost.density";

export const densityOf = (chosen: string | undefined): Density =>
  densities.find((density) => density === chosen) ?? "compact";
