import { RecordError } from "./record-error.ts";
import { readEntries, type Token } from "./tokens.ts";
import { typeNumber } from "./type-numbers.ts";

export type Range = { start: number; stop: number; step: number };

/** `start-stop` or `start-stop/step`. @throws RecordError */
export function parseRange(token: Token): Range {
  const [, start, stop, step = "1"] = /^(\d{1,10})-(\d{1,10})(?:\/(\d{1,10}))?$/.exec(token.raw) ?? [];
  const range = { start: Number(start), stop: Number(stop), step: Number(step) };
  if (!(range.stop >= range.start && range.stop < 2 ** 31 && range.step > 0)) {
    throw new RecordError("generate", "The range must look like 1-10 or 0-100/2.", token);
  }
  return range;
}

export function countOf({ start, stop, step }: Range): number {
  return Math.floor((stop - start) / step) + 1;
}

const modifier = /^\{(-?\d{1,10})(?:,(\d{1,3})(?:,([doxXnN]))?)?\}/;

/** A template with each `$` or `${offset,width,base}` replaced; `\$` and `$$` are a dollar sign, as in BIND. */
function substitute(token: Token, iteration: number): Token {
  let text = "";
  for (let index = 0; index < token.raw.length; ) {
    const char = token.raw.charAt(index);
    if (char === "\\") {
      text += token.raw.slice(index, index + 2);
      index += 2;
    } else if (char !== "$") {
      text += char;
      index++;
    } else if (token.raw.charAt(index + 1) === "$") {
      text += "\\$";
      index += 2;
    } else {
      const rest = token.raw.slice(index + 1);
      const [whole = "", offset = "0", width = "0", base = "d"] = modifier.exec(rest) ?? [];
      if (rest.startsWith("{") && whole === "") {
        throw new RecordError("generate", "A modifier needs an offset, a width and a base: {0,3,d}.", token);
      }
      const value = iteration + Number(offset);
      if (value < 0 || Number(width) > 255) {
        throw new RecordError("generate", "A modifier makes a number negative or too wide.", token);
      }
      text += printNumber(value, Number(width), base);
      index += 1 + whole.length;
    }
  }
  return { ...token, raw: text };
}

function printNumber(value: number, width: number, base: string): string {
  switch (base) {
    case "n":
      return printNibbles(value, width);
    case "N":
      return printNibbles(value, width).toUpperCase();
    case "o":
      return value.toString(8).padStart(width, "0");
    case "x":
      return value.toString(16).padStart(width, "0");
    case "X":
      return value.toString(16).toUpperCase().padStart(width, "0");
    default:
      return String(value).padStart(width, "0");
  }
}

/**
 * Hexadecimal digits from the last to the first with dots between them, as in ip6.arpa. `width` counts the dots, so an
 * even one ends with a dot.
 */
function printNibbles(value: number, width: number): string {
  const digits = Math.max(value.toString(16).length, Math.ceil(width / 2));
  const text = [...value.toString(16).padStart(digits, "0")].reverse().join(".");
  return text.length < width ? `${text}.` : text;
}

/** The tokens of one generated record, from those behind the range. */
export function generateTokens(tokens: readonly Token[], iteration: number): Token[] {
  const generated = tokens.map((token) => substitute(token, iteration));
  const last = generated.at(-1);
  const before = tokens.at(-2);
  const isWhole = last?.isQuoted && before?.isQuoted === false && typeNumber(before.raw) !== undefined;
  if (!last || !isWhole) {
    return generated;
  }
  // As in BIND, quotation marks around all of the data only keep it together.
  const [entry] = [...readEntries(last.raw.replaceAll(/\\(["\\])/g, "$1"))];
  const data = (entry?.tokens ?? []).map(({ raw, isQuoted }) => ({
    raw,
    isQuoted,
    line: last.line,
    column: last.column,
  }));
  return [...generated.slice(0, -1), ...data];
}
