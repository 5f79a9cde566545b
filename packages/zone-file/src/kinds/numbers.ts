import { RecordError } from "../record-error.ts";
import type { Token } from "../tokens.ts";
import { durationSeconds } from "../ttl.ts";
import type { Kind } from "./kind.ts";

/** Undefined unless the text is a decimal number up to `max`. */
export function parseNumber(text: string, max: number): number | undefined {
  return /^\d{1,16}$/.test(text) && Number(text) <= max ? Number(text) : undefined;
}

export function requireNumber(token: Token, max: number, field: string): number {
  const number = parseNumber(token.raw, max);
  if (number === undefined) {
    throw new RecordError("number", `The ${field} must be a number from 0 to ${max}.`, token);
  }
  return number;
}

const numberKind = (size: number): Kind => ({
  read: (tokens, writer, field) =>
    writer.number(requireNumber(tokens.word(field), 256 ** size - 1, field), size),
  print: (reader) => String(reader.number(size)),
});

export const u8: Kind = numberKind(1);
export const u16: Kind = numberKind(2);
export const u32: Kind = numberKind(4);

/** A number of seconds, which may have units: `1h30m`. */
export const seconds: Kind = {
  read(tokens, writer, field) {
    const token = tokens.word(field);
    const value = durationSeconds(token.raw);
    if (value === undefined || value >= 2 ** 32) {
      throw new RecordError("number", `The ${field} must be a number of seconds, or like 1h30m.`, token);
    }
    writer.number(value, 4);
  },
  print: (reader) => String(reader.number(4)),
};
