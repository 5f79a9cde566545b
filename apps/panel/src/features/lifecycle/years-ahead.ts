const inYears = (date: Date, years: number) => {
  const later = new Date(date);
  later.setUTCFullYear(date.getUTCFullYear() + years);
  return later;
};

/** The number of years that a domain can be renewed for, limited by `maxYears` from now; at least 1. */
export function yearsAhead(expiresAt: string, maxYears: number, now: Date): number {
  const furthest = inYears(now, maxYears);
  let years = 1;
  while (inYears(new Date(expiresAt), years + 1) <= furthest) {
    years += 1;
  }
  return years;
}
