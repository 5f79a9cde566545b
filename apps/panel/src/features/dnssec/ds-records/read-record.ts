import { computeDsRecord, type Dnskey, type DsRecord, parseDnskey, parseDsLine } from "@zonepost/schema";

/** `key` is the pasted DNSKEY that the DS record was computed from. */
export type ReadRecord = { ds: DsRecord; from: "DS" | "DNSKEY"; key?: Dnskey };

export type ReadRecords = {
  records: ReadRecord[];
  /** The problem with a DNSKEY, as a sentence. */
  problem?: string;
  /** The owner name of the DNSKEY, if it is a different domain. */
  otherOwner?: string;
};

/** A record on one line, without comments and parentheses (RFC 1035 5.1). */
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let open = "";
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.replace(/;.*$/, "").trim();
    if (line === "") {
      continue;
    }
    open = open ? `${open} ${line}` : line;
    if ((open.match(/\(/g)?.length ?? 0) > (open.match(/\)/g)?.length ?? 0)) {
      continue;
    }
    lines.push(open);
    open = "";
  }
  return open ? [...lines, open] : lines;
}

/** Only numbers and base64 make a DNSKEY too; words in between don't. */
const looksLikeDnskey = (text: string) =>
  /\bC?DNSKEY\b/i.test(text) || /^\s*\(?\s*\d+\s+3\s+\d+\s+\(?\s*[A-Za-z0-9+/=\s]{16,}/.test(text);

/**
 * Parses DS records, or a DNSKEY, in the format of zone files and signers. A DNSKEY is converted to its DS record.
 *
 * @param name the domain in A-labels, for the digest of a DNSKEY
 */
export async function readRecords(text: string, name: string, digestType: number): Promise<ReadRecords> {
  const found = logicalLines(text).flatMap((line) => parseDsLine(line) ?? []);
  if (found.length > 0) {
    return { records: found.map((ds) => ({ ds, from: "DS" })) };
  }
  if (!looksLikeDnskey(text)) {
    return { records: [] };
  }
  const parsed = parseDnskey(text);
  if (!parsed.ok) {
    return { records: [], problem: parsed.message };
  }
  const { dnskey, ownerName } = parsed;
  const ds = await computeDsRecord({ domainName: name, dnskey, digestType });
  return {
    records: [{ ds, from: "DNSKEY", key: dnskey }],
    ...(ownerName && ownerName !== "@" && ownerName !== name ? { otherOwner: ownerName } : {}),
  };
}
