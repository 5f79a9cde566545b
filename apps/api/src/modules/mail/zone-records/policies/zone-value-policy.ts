import type { ExpectedRecord } from "./expected-records-policy.ts";

/** RFC 1035 section 3.3: a character string has at most 255 octets. */
const maxStringOctets = 255;

/** The value as a zone file has it. */
export const zoneValueOf = ({ type, expected }: Pick<ExpectedRecord, "type" | "expected">): string =>
  type === "TXT" ? quotedStrings(expected) : absoluteTarget(expected);

/** Without the final dot, the target would be read as a name below the domain. */
const absoluteTarget = (value: string): string => (value.endsWith(".") ? value : `${value}.`);

export function quotedStrings(text: string): string {
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
