const inYears = (date: Date, years: number) => {
  const later = new Date(date);
  later.setUTCFullYear(date.getUTCFullYear() + years);
  return later;
};

/** By how many years a name can be renewed at once, where it may not be paid for further than `maxYears` ahead; 1 at least. */
export function yearsAhead(expiresAt: string, maxYears: number, now: Date): number {
  const furthest = inYears(now, maxYears);
  let years = 1;
  while (inYears(new Date(expiresAt), years + 1) <= furthest) {
    years += 1;
  }
  return years;
}
