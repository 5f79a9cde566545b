import { RecordError } from "./record-error.ts";
import type { Token } from "./tokens.ts";

const encoder = new TextEncoder();

/** The octets of a word or quoted string: `\DDD` is one octet, `\X` the character X (RFC 1035 section 5.1). */
export function decodeText(raw: string, token?: Token): number[] {
  const octets: number[] = [];
  for (let index = 0; index < raw.length; ) {
    const code = raw.charCodeAt(index);
    if (code === 0x5c) {
      const { octet, length } = readEscape(raw, index, token);
      octets.push(octet);
      index += length;
    } else if (code < 0x80) {
      octets.push(code);
      index++;
    } else {
      const char = String.fromCodePoint(raw.codePointAt(index) ?? 0);
      if (char === "\uFFFD") {
        throw new RecordError("encoding", "A character couldn't be read. Save the file as UTF-8.", token);
      }
      octets.push(...encoder.encode(char));
      index += char.length;
    }
  }
  return octets;
}

/** The octet of the escape at `index`, and how many characters it takes. */
export function readEscape(raw: string, index: number, token?: Token): { octet: number; length: number } {
  const digits = /^\d/.test(raw.slice(index + 1, index + 2)) ? raw.slice(index + 1, index + 4) : "";
  if (digits !== "") {
    const octet = Number(digits);
    if (!/^\d{3}$/.test(digits) || octet > 255) {
      throw new RecordError("escape", "A backslash needs three digits from 000 to 255.", token);
    }
    return { octet, length: 4 };
  }
  const octet = raw.charCodeAt(index + 1);
  if (!(octet < 0x80)) {
    throw new RecordError("escape", "A backslash must precede an ASCII character.", token);
  }
  return { octet, length: 2 };
}

/** One octet as it appears in a master file: itself, after a backslash if it is special, or as `\DDD`. */
export function printOctet(octet: number, isSpecial: (char: string) => boolean): string {
  if (octet <= 0x20 || octet > 0x7e) {
    return `\\${String(octet).padStart(3, "0")}`;
  }
  const char = String.fromCharCode(octet);
  return isSpecial(char) ? `\\${char}` : char;
}

/** In quotation marks. Only quotation marks and backslashes need a backslash there. */
export function printQuoted(octets: Iterable<number>): string {
  let text = "";
  for (const octet of octets) {
    text += octet === 0x20 ? " " : printOctet(octet, (char) => char === '"' || char === "\\");
  }
  return `"${text}"`;
}
