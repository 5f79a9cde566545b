/**
 * An amount as typed, in the currency's minor unit. Null if empty, and NaN if it isn't an amount, which the schema
 * rejects.
 */
export function readAmount(text: string, digits: number): number | null {
  const typed = text.trim();
  if (typed === "") {
    return null;
  }
  const [, whole = "", fraction = ""] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(typed) ?? [];
  return whole === "" || fraction.length > digits
    ? Number.NaN
    : Number(`${whole}${fraction.padEnd(digits, "0")}`);
}
