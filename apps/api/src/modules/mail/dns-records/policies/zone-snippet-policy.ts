import type { ExpectedRecord } from "./expected-records-policy.ts";

/** RFC 1035 section 3.3: a character string has at most 255 octets. */
const maxStringOctets = 255;

/** Records as lines of a zone file, with names relative to the domain. */
export function zoneSnippet(domainName: string, records: readonly ExpectedRecord[]): string {
  const rows = records.map((record) => ({
    name: relativeName(record.name, domainName),
    type: record.type,
    value: record.type === "TXT" ? quotedStrings(record.expected) : absoluteTarget(record.expected),
  }));
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  return rows
    .map(({ name, type, value }) => `${name.padEnd(width)} IN ${type.padEnd(5)} ${value}\n`)
    .join("");
}

const relativeName = (name: string, domainName: string): string =>
  name === domainName ? "@" : name.slice(0, -domainName.length - 1);

/** Without the final dot, the target would be read as a name below the domain. */
const absoluteTarget = (value: string): string => (value.endsWith(".") ? value : `${value}.`);

function quotedStrings(text: string): string {
  const octets = Buffer.from(text, "utf8");
  const strings: string[] = [];
  for (let at = 0; at < octets.length; at += maxStringOctets) {
    const part = octets.subarray(at, at + maxStringOctets);
    strings.push(`"${[...part].map(escapeOctet).join("")}"`);
  }
  return strings.join(" ");
}

/** RFC 1035 section 5.1 */
function escapeOctet(octet: number): string {
  const character = String.fromCharCode(octet);
  if (character === '"' || character === "\\") {
    return `\\${character}`;
  }
  return octet < 0x20 || octet > 0x7e ? `\\${String(octet).padStart(3, "0")}` : character;
}
