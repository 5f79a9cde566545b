import { dnssecAlgorithms, dsDigestTypes } from "@zonepost/schema";

const nameIn = (table: readonly { number: number; name: string }[], number: number) =>
  table.find((row) => row.number === number)?.name;

/** "13 · ECDSAP256SHA256", never broken before the dot; only the number if IANA's table has no name for it. */
export function algorithmLabel(number: number): string {
  const name = nameIn(dnssecAlgorithms, number);
  return name ? `${number}\u00A0· ${name}` : String(number);
}

export function digestTypeLabel(number: number): string {
  const name = nameIn(dsDigestTypes, number);
  return name ? `${number}\u00A0· ${name}` : String(number);
}
