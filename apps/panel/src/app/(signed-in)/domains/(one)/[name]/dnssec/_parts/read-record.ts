import { type DsRecord, parseDsLine } from "@zonepost/schema";

export type ReadRecord = { ds: DsRecord; from: "DS" | "DNSKEY" };

const dnskeyLine =
  /^(?:(\S+)\s+)?(?:\d+\s+)?(?:IN\s+)?(?:\d+\s+)?DNSKEY\s+(\d{1,5})\s+(\d{1,3})\s+(\d{1,3})\s+\(?\s*([A-Za-z0-9+/=\s]+?)\s*\)?\s*(?:;.*)?$/i;

/** Key tag of a DNSKEY's RDATA (RFC 4034 appendix B). */
function keyTagOf(rdata: Uint8Array): number {
  let sum = 0;
  rdata.forEach((byte, index) => {
    sum += index % 2 === 0 ? byte << 8 : byte;
  });
  return (sum + (sum >> 16)) & 0xffff;
}

/** A name in wire form (RFC 1035 3.1), as it goes into the digest: lower case. */
function wireName(name: string): number[] {
  const labels = name.toLowerCase().replace(/\.$/, "").split(".");
  return [...labels.flatMap((label) => [label.length, ...new TextEncoder().encode(label)]), 0];
}

function bytesOfBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text.replace(/\s+/g, "")), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** What a line without comments and without the line breaks that parentheses allow looks like (RFC 1035 5.1). */
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let open = "";
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.replace(/;.*$/, "").trim();
    if (line === "") continue;
    open = open ? `${open} ${line}` : line;
    if ((open.match(/\(/g)?.length ?? 0) > (open.match(/\)/g)?.length ?? 0)) continue;
    lines.push(open);
    open = "";
  }
  return open ? [...lines, open] : lines;
}

/**
 * Reads DS and DNSKEY records as zone files and signers print them. A DNSKEY becomes the DS record with a SHA-256
 * digest that belongs to it (RFC 4509).
 *
 * @param name the domain, for the digest of a DNSKEY
 */
export async function readRecords(text: string, name: string): Promise<ReadRecord[]> {
  const found: ReadRecord[] = [];
  for (const line of logicalLines(text)) {
    const ds = parseDsLine(line);
    if (ds) {
      found.push({ ds, from: "DS" });
      continue;
    }
    const match = dnskeyLine.exec(line);
    const publicKey = match && bytesOfBase64(match[5] ?? "");
    if (!match || !publicKey) continue;
    const [flags, protocol, algorithm] = [Number(match[2]), Number(match[3]), Number(match[4])];
    const rdata = new Uint8Array([flags >> 8, flags & 0xff, protocol, algorithm, ...publicKey]);
    const digest = await crypto.subtle.digest("SHA-256", new Uint8Array([...wireName(name), ...rdata]));
    found.push({
      from: "DNSKEY",
      ds: {
        keyTag: keyTagOf(rdata),
        algorithm,
        digestType: 2,
        digest: [...new Uint8Array(digest)]
          .map((byte) => byte.toString(16).padStart(2, "0"))
          .join("")
          .toUpperCase(),
      },
    });
  }
  return found;
}
