import type { PrintOptions } from "./kinds/kind.ts";
import { parseAbsolute } from "./names.ts";
import { fromHex, OctetReader, OctetWriter, toHex } from "./octets.ts";
import { RecordError } from "./record-error.ts";
import { kindOf, type RecordType, recordTypes } from "./record-types.ts";
import { readEntries, type Token } from "./tokens.ts";
import { printType, typeNumber } from "./type-numbers.ts";
import { ValueTokens } from "./value-tokens.ts";

export type NormalizeOptions = {
  /** Split a string of more than 255 octets into several strings instead of refusing it. Default: false */
  splitLongStrings?: boolean;
};

export type NormalizedValue =
  | {
      ok: true;
      /** In canonical presentation form. Two values are equal on the wire exactly if these are equal. */
      value: string;
      /** In wire form, without compression. */
      data: Uint8Array;
    }
  | { ok: false; code: string; message: string };

/** The wire form of a record's data, and its canonical presentation. @throws RecordError */
export function readValue(number: number, tokens: ValueTokens): { value: string; data: Uint8Array } {
  const type = typeOf(number);
  const first = tokens.peek();
  if (first && !first.isQuoted && first.raw === "\\#") {
    const data = readGeneric(tokens);
    if (!type) {
      return { value: printGeneric(data), data };
    }
    // Names in it may have capital letters, which the canonical form hasn't.
    return readValue(number, new ValueTokens(tokenize(printValue(number, data)), []));
  }
  if (!type) {
    throw new RecordError("generic_data", `Write the data as in RFC 3597: \\# 4 0a000001.`, first);
  }
  const writer = new OctetWriter();
  for (const field of type.fields) {
    kindOf(field).read(tokens, writer, field.name);
  }
  tokens.requireEnd();
  const data = Uint8Array.from(writer.octets);
  return { value: printValue(number, data), data };
}

function typeOf(number: number): RecordType | undefined {
  return recordTypes[printType(number)];
}

/** Also checks the data. @throws RecordError */
function printValue(number: number, data: Uint8Array, options: PrintOptions = {}): string {
  const type = typeOf(number);
  if (data.length > 65_535) {
    throw new RecordError("data_length", "The data is longer than 65535 octets.");
  }
  if (!type) {
    return printGeneric(data);
  }
  const reader = new OctetReader(data);
  const printed: string[] = [];
  let previous = -1;
  for (const field of type.fields) {
    const remaining = reader.remaining;
    const text = kindOf(field).print(reader, field.name, options);
    const expected = type.digestOctets?.[previous];
    if (field.kind === "hex" && expected !== undefined && remaining !== expected) {
      throw new RecordError(
        "digest_length",
        `The ${field.name} must have ${expected * 2} hexadecimal digits.`,
      );
    }
    previous = Number(text);
    printed.push(text);
  }
  if (reader.remaining > 0) {
    throw new RecordError("data_length", "The data is too long for its type.");
  }
  return printed.filter((text) => text !== "").join(" ");
}

/** RFC 3597 section 5. */
function readGeneric(tokens: ValueTokens): Uint8Array {
  tokens.next("data");
  const length = tokens.word("length of the data");
  const hex = tokens.hasMore ? tokens.rest("data") : [];
  const data = fromHex(hex.map((token) => token.raw).join(""));
  if (!/^\d{1,5}$/.test(length.raw) || Number(length.raw) !== data?.length || data.length > 65_535) {
    throw new RecordError("generic_data", "The length must be the number of octets that follow.", length);
  }
  return data;
}

function printGeneric(data: Uint8Array): string {
  return data.length === 0 ? "\\# 0" : `\\# ${data.length} ${toHex(data)}`;
}

function tokenize(value: string): Token[] {
  const [entry, ...more] = [...readEntries(value)];
  if (entry?.problem) {
    throw new RecordError(entry.problem.code, entry.problem.message);
  }
  if (/[\r\n]/.test(value) || more.length > 0) {
    throw new RecordError("line_break", "A value can't have line breaks.");
  }
  if (entry?.comment || entry?.isCommentInWord) {
    throw new RecordError("semicolon", "Put a value with a semicolon in quotation marks.");
  }
  return entry?.tokens ?? [];
}

/** Runs `read`, and returns a mistake in the record instead of throwing it. */
function orProblem<T>(read: () => T): T | { ok: false; code: string; message: string } {
  try {
    return read();
  } catch (error) {
    if (error instanceof RecordError) {
      return { ok: false, code: error.code, message: error.message };
    }
    throw error;
  }
}

/**
 * Reads the data of one record. Names without a final dot are relative to `origin`.
 *
 * @returns the canonical presentation form and the wire form, or what is wrong with the value.
 */
export function normalizeValue(
  type: string,
  value: string,
  origin: string,
  { splitLongStrings = false }: NormalizeOptions = {},
): NormalizedValue {
  return orProblem<NormalizedValue>(() => {
    const number = typeNumber(type);
    if (number === undefined) {
      throw new RecordError("unknown_type", "This record type doesn't exist or isn't supported.");
    }
    const tokens = new ValueTokens(tokenize(value), parseAbsolute(origin), splitLongStrings);
    return { ok: true, ...readValue(number, tokens) };
  });
}

/**
 * A canonical value as servers read it that don't know newer types or parameters, such as Knot 3.2: HIP becomes `TYPE55`
 * with the data of RFC 3597, and `dohpath` of an SVCB record becomes `key7`.
 *
 * @throws RangeError if the value isn't valid.
 */
export function portableRecord(type: string, value: string): { type: string; value: string } {
  const number = typeNumber(type);
  const normalized = normalizeValue(type, value, "");
  if (number === undefined || !normalized.ok) {
    throw new RangeError(normalized.ok ? "The type isn't a record type." : normalized.message);
  }
  const portableType = printType(number, { isPortable: true });
  const isKnown = recordTypes[portableType] !== undefined;
  return {
    type: portableType,
    value: isKnown
      ? printValue(number, normalized.data, { isPortable: true })
      : printGeneric(normalized.data),
  };
}
