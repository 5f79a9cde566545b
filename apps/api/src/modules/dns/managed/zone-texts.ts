import { normalizeValue } from "@zonepost/zone-file";
import { recordKey, type ZoneRecords } from "../model/record-set.ts";

export type ZoneText = { value: string; text: string };

/** The TXT records of the zone itself: as values of the zone, and as what receivers read. */
export const readZoneTexts = (current: ZoneRecords, zoneName: string): ZoneText[] =>
  (current.get(recordKey({ name: "@", type: "TXT" }))?.values ?? []).map((value) => ({
    value,
    text: textOfValue(value, zoneName),
  }));

/** The strings of a TXT record, joined (RFC 7208 section 3.3). */
export function textOfValue(value: string, zoneName: string): string {
  const read = normalizeValue("TXT", value, zoneName);
  const strings: Uint8Array[] = [];
  for (let at = 0; read.ok && at < read.data.length; at += 1 + (read.data[at] ?? 0)) {
    strings.push(read.data.subarray(at + 1, at + 1 + (read.data[at] ?? 0)));
  }
  return Buffer.concat(strings).toString("utf8");
}
