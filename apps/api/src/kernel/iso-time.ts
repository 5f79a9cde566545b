/**
 * PostgreSQL's text of a time in UTC, such as "2026-03-01 09:30:00.12+00", in the form of `toISOString`. Many times
 * faster than a Date, and than formatting in SQL.
 */
export function isoTime(text: string): string {
  const fraction = text.slice(20, -3).padEnd(3, "0").slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}
