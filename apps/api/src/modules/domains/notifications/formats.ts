export { formatDay, formatInstant, formatTotal } from "../../accounts/index.ts";

/** A time in the details of a history entry. */
export function momentOf(details: Record<string, unknown>, key: string): Date | null {
  const value = details[key];
  return typeof value === "string" ? new Date(value) : null;
}
