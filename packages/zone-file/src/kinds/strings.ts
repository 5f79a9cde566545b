import type { OctetReader, OctetWriter } from "../octets.ts";
import { RecordError } from "../record-error.ts";
import { decodeText, printQuoted } from "../text.ts";
import type { Token } from "../tokens.ts";
import type { Kind } from "./kind.ts";

const maxStringOctets = 255;

function textOf(token: Token): number[] {
  if (!token.isQuoted && /(^|[^\\])(\\\\)*"/.test(token.raw)) {
    throw new RecordError("quotation_mark", "Put the whole string in quotation marks.", token);
  }
  return decodeText(token.raw, token);
}

function writeString(token: Token, writer: OctetWriter, field: string, splits: boolean): void {
  const octets = textOf(token);
  if (octets.length > maxStringOctets && !splits) {
    throw new RecordError(
      "string_length",
      `The ${field} is longer than 255 octets. Split it into several strings.`,
      token,
    );
  }
  let start = 0;
  do {
    const part = octets.slice(start, start + maxStringOctets);
    writer.number(part.length, 1);
    writer.bytes(part);
    start += maxStringOctets;
  } while (start < octets.length);
}

const printString = (reader: OctetReader) => printQuoted(reader.bytes(reader.number(1)));

/** A string of at most 255 octets. */
export const string: Kind = {
  read: (tokens, writer, field) => writeString(tokens.next(field), writer, field, false),
  print: printString,
};

/** One or more strings, up to the end. */
export const strings: Kind = {
  read(tokens, writer, field) {
    do {
      writeString(tokens.next(field), writer, field, tokens.splitsLongStrings);
    } while (tokens.hasMore);
  },
  print(reader) {
    const printed: string[] = [];
    do {
      printed.push(printString(reader));
    } while (reader.remaining > 0);
    return printed.join(" ");
  },
};

/** Text of any length, up to the end. */
export const text: Kind = {
  read: (tokens, writer, field) => writer.bytes(textOf(tokens.next(field))),
  print: (reader) => printQuoted(reader.rest()),
};

/** Like `text`, but not empty. */
export const filledText: Kind = {
  read(tokens, writer, field) {
    const token = tokens.peek();
    // BIND refuses a URI without quotation marks, and Knot one with letters beyond ASCII.
    if (token?.isQuoted === false && /[^ -~]/.test(token.raw)) {
      throw new RecordError("quotation_mark", `Put the ${field} in quotation marks.`, token);
    }
    text.read(tokens, writer, field);
  },
  print(reader, field, options) {
    if (reader.remaining === 0) {
      throw new RecordError("missing_field", `The ${field} is missing.`);
    }
    return text.print(reader, field, options);
  },
};

/** The tag of a CAA record: letters and digits (RFC 8659 section 4.1). */
export const tag: Kind = {
  read: (tokens, writer, field) => writeString(tokens.next(field), writer, field, false),
  print(reader, field) {
    const name = String.fromCharCode(...reader.bytes(reader.number(1)));
    if (!/^[a-z0-9]+$/i.test(name)) {
      throw new RecordError("caa_tag", `The ${field} must consist of letters and digits.`);
    }
    return name;
  },
};

/**
 * The substitution of NAPTR (RFC 3403 section 4.1, RFC 3402 section 3.2), such as `!^.*$!sip:info@example.com!`: a
 * pattern and its replacement between three equal characters.
 */
export const substitution: Kind = {
  read: string.read,
  print(reader, field) {
    const octets = reader.bytes(reader.number(1));
    if (octets.length > 0 && !isSubstitution(String.fromCharCode(...octets))) {
      throw new RecordError("substitution", `The ${field} must look like !pattern!replacement!.`);
    }
    return printQuoted(octets);
  },
};

function isSubstitution(text: string): boolean {
  const delimiter = text.charAt(0);
  const parts: string[] = [""];
  for (let index = 1; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === delimiter) {
      parts.push("");
    } else {
      const length = char === "\\" ? 2 : 1;
      parts[parts.length - 1] += text.slice(index, index + length);
      index += length - 1;
    }
  }
  const [pattern = "", replacement = "", flags] = parts;
  const groups = pattern.replaceAll(/\\./gs, "").split("(").length - 1;
  const references = [...replacement.matchAll(/\\(\d)/g)].map(([, digit]) => Number(digit));
  return (
    parts.length === 3 &&
    !["\0", "\\"].includes(delimiter) &&
    !/[1-9i]/.test(delimiter) &&
    pattern !== "" &&
    /^i?$/.test(flags ?? "") &&
    references.every((reference) => reference >= 1 && reference <= groups)
  );
}
