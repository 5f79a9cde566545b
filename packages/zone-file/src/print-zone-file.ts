import { printComment } from "./comments.ts";
import { normalizeOwner, parseAbsolute, parseName, printAbsolute } from "./names.ts";
import type { RecordSet } from "./types.ts";
import { portableRecord } from "./values.ts";

const typeOrder = ["SOA", "NS"];

/**
 * Prints a zone file that BIND, Knot and NSD read: the apex first, then names in canonical order. A record set's comment
 * and tags are at the end of its first line, as Cloudflare exports them.
 *
 * @throws RangeError if a record set isn't valid.
 */
export function printZoneFile(
  recordSets: readonly (RecordSet & { comment?: string | null; tags?: readonly string[] })[],
  { origin }: { origin: string },
): string {
  const zone = normalizeOwner("@", origin);
  if (!zone.ok) {
    throw new RangeError(zone.message);
  }
  const sorted = recordSets
    .map((recordSet) => {
      const owner = normalizeOwner(recordSet.name, origin);
      if (!owner.ok) {
        throw new RangeError(owner.message);
      }
      return { recordSet: { ...recordSet, name: owner.name }, key: sortKey(owner.name, recordSet.type) };
    })
    .sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0));
  const lines = [`$ORIGIN ${printAbsolute(parseAbsolute(origin))}`];
  const ttlSeconds = commonTtlSeconds(recordSets);
  if (ttlSeconds !== undefined) {
    lines.push(`$TTL ${ttlSeconds}`);
  }
  for (const { recordSet } of sorted) {
    const ttl = recordSet.ttlSeconds === ttlSeconds ? "" : `${recordSet.ttlSeconds} `;
    for (const [index, value] of recordSet.values.entries()) {
      const record = portableRecord(recordSet.type, value);
      const end = index === 0 ? printComment(recordSet.comment, recordSet.tags) : "";
      lines.push(`${recordSet.name} ${ttl}IN ${record.type} ${record.value}${end}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** Names from the root down, each octet as two digits, then the type: the canonical order of RFC 4034 section 6.1. */
function sortKey(name: string, type: string): string {
  const labels = parseName(name, []);
  const path = [...labels].reverse().map((label) => label.map(hexOctet).join(""));
  const rank = typeOrder.indexOf(type);
  return `${path.join("!")} ${rank < 0 ? typeOrder.length : rank} ${type}`;
}

const hexOctet = (octet: number) => octet.toString(16).padStart(2, "0");

/** The TTL of most record sets. */
function commonTtlSeconds(recordSets: readonly RecordSet[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { ttlSeconds } of recordSets) {
    counts.set(ttlSeconds, (counts.get(ttlSeconds) ?? 0) + 1);
  }
  return [...counts].sort(([one, count], [other, otherCount]) => otherCount - count || one - other)[0]?.[0];
}
