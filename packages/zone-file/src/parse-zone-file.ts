import { splitComment } from "./comments.ts";
import { countOf, generateTokens, parseRange } from "./generate.ts";
import { isWithin, type Labels, parseAbsolute, parseName, printRelative } from "./names.ts";
import { OctetReader } from "./octets.ts";
import { RecordError } from "./record-error.ts";
import { type Entry, readEntries, type Token } from "./tokens.ts";
import { durationSeconds, maxTtlSeconds } from "./ttl.ts";
import { printType, typeNumber } from "./type-numbers.ts";
import type { ParsedRecordSet, ZoneFile, ZoneFileProblem } from "./types.ts";
import { ValueTokens } from "./value-tokens.ts";
import { readValue } from "./values.ts";

export type ParseOptions = {
  /** The zone's name, such as `example.com`. It is also the first `$ORIGIN`. */
  origin: string;
  /** For records without a TTL, if no `$TTL`, no SOA and no TTL precedes them. Without it, they are refused. */
  defaultTtlSeconds?: number;
  /** The most records that all `$GENERATE` may make. Default: 10,000 */
  maxGenerated?: number;
  /** Default: 100,000 */
  maxRecords?: number;
  /** Parsing ends after this many problems. Default: 100 */
  maxProblems?: number;
  /** Split strings of more than 255 octets instead of refusing them. Default: false */
  splitLongStrings?: boolean;
};

type Place = { line: number; column: number };
type Class = "in" | "other";

/** Thrown after a problem that ends the parsing. */
const stop = Symbol("stop");

/**
 * Reads a zone file (RFC 1035 section 5). It never throws, and goes on after a mistake, so that it finds several.
 *
 * `$INCLUDE`, other classes than IN and a byte order mark are refused. SOA, NS and DNSSEC records are returned like
 * all others.
 */
export function parseZoneFile(text: string, options: ParseOptions): ZoneFile {
  const parser = new ZoneFileParser(options);
  try {
    parser.run(text);
  } catch (error) {
    if (error !== stop) {
      throw error;
    }
  }
  return parser.result();
}

class ZoneFileParser {
  readonly #options: ParseOptions;
  readonly #problems: ZoneFileProblem[] = [];
  readonly #warnings: ZoneFileProblem[] = [];
  readonly #sets = new Map<
    string,
    ParsedRecordSet & { seen: Set<string>; comments: Set<string>; allTags: Set<string> }
  >();
  #zone: Labels = [];
  #origin: Labels = [];
  #owner: Labels | undefined;
  #defaultTtlSeconds: number | undefined;
  /** Of the record before, which applies without `$TTL` (RFC 1035 section 5.1). */
  #lastTtlSeconds: number | undefined;
  #records = 0;
  #generated = 0;

  constructor(options: ParseOptions) {
    this.#options = options;
  }

  run(text: string): void {
    const start = { line: 1, column: 1 };
    this.#collect(start, () => {
      this.#zone = parseAbsolute(this.#options.origin);
      this.#origin = this.#zone;
    });
    if (this.#problems.length > 0) {
      return;
    }
    if (text.startsWith("\uFEFF")) {
      this.#problem(start, "byte_order_mark", "The file begins with a byte order mark. Save it without one.");
    }
    for (const entry of readEntries(text.replace(/^\uFEFF/, ""))) {
      if (entry.problem) {
        this.#problem(entry.problem, entry.problem.code, entry.problem.message);
      } else {
        const [first] = entry.tokens;
        this.#collect(first ?? { line: entry.line, column: 1 }, () => this.#entry(entry));
      }
    }
  }

  result(): ZoneFile {
    const recordSets = [...this.#sets.values()].map(({ seen: _seen, comments, allTags, ...recordSet }) => ({
      ...recordSet,
      comment: comments.size > 0 ? [...comments].join("; ") : null,
      tags: [...allTags],
    }));
    return { recordSets, problems: this.#problems, warnings: this.#warnings };
  }

  #problem({ line, column }: Place, code: string, message: string): void {
    this.#problems.push({ line, column, code, message });
    if (this.#problems.length >= (this.#options.maxProblems ?? 100)) {
      throw stop;
    }
  }

  #warning({ line, column }: Place, code: string, message: string): void {
    if (this.#warnings.length < (this.#options.maxProblems ?? 100)) {
      this.#warnings.push({ line, column, code, message });
    }
  }

  /** A mistake that `read` throws becomes a problem, at its token or else at `place`. */
  #collect(place: Place, read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof RecordError)) {
        throw error;
      }
      this.#problem(error.token ?? place, error.code, error.message);
    }
  }

  #entry(entry: Entry): void {
    const [first, ...rest] = entry.tokens;
    if (!first) {
      return;
    }
    if (!entry.isIndented && !first.isQuoted && first.raw.startsWith("$")) {
      this.#directive(first, rest, entry);
      return;
    }
    this.#record(entry.tokens, entry);
  }

  #directive(directive: Token, values: Token[], entry: Entry): void {
    const [value, extra] = values;
    switch (directive.raw.toUpperCase()) {
      case "$ORIGIN":
        requireOne(value, extra, directive);
        this.#origin = parseName(value.raw, this.#origin, value);
        return;
      case "$TTL":
        requireOne(value, extra, directive);
        this.#defaultTtlSeconds = this.#ttl(value);
        return;
      case "$GENERATE":
        this.#generate(directive, values, entry);
        return;
      case "$INCLUDE":
        throw new RecordError("include", "$INCLUDE isn't allowed. Put the records in the file.", directive);
      default:
        throw new RecordError("unknown_directive", "Only $ORIGIN, $TTL and $GENERATE are known.", directive);
    }
  }

  #generate(directive: Token, [range, ...tokens]: Token[], entry: Entry): void {
    if (!range || tokens.length < 3) {
      throw new RecordError("generate", "$GENERATE needs a range, a name, a type and data.", directive);
    }
    const { start, stop: last, step } = parseRange(range);
    const maxGenerated = this.#options.maxGenerated ?? 10_000;
    this.#generated += countOf({ start, stop: last, step });
    if (this.#generated > maxGenerated) {
      this.#generated -= countOf({ start, stop: last, step });
      throw new RecordError("generate", `$GENERATE would make more than ${maxGenerated} records.`, range);
    }
    for (let iteration = start; iteration <= last; iteration += step) {
      this.#record(generateTokens(tokens, iteration), { ...entry, isIndented: false });
    }
  }

  #record(tokens: readonly Token[], entry: Entry): void {
    let index = 0;
    if (!entry.isIndented) {
      const owner = tokens[index++]!;
      this.#owner = undefined;
      if (owner.isQuoted) {
        throw new RecordError("quoted_word", "Write the name without quotation marks.", owner);
      }
      this.#owner = parseName(owner.raw, this.#origin, owner);
    }
    let ttl: Token | undefined;
    let recordClass: Class | undefined;
    for (; index < tokens.length && !tokens[index]!.isQuoted; index++) {
      const token = tokens[index]!;
      if (!recordClass && classOf(token.raw)) {
        recordClass = classOf(token.raw);
        if (recordClass === "other") {
          throw new RecordError("class", "Only records of the class IN are allowed.", token);
        }
      } else if (!ttl && /^\d/.test(token.raw)) {
        ttl = token;
      } else {
        break;
      }
    }
    const ttlSeconds = ttl && this.#ttl(ttl);
    const type = tokens[index];
    if (!type) {
      throw new RecordError("missing_field", "The type is missing.", tokens.at(-1));
    }
    const number = type.isQuoted ? undefined : typeNumber(type.raw);
    if (number === undefined) {
      throw new RecordError("unknown_type", "This record type doesn't exist or isn't supported.", type);
    }
    if (!this.#owner) {
      throw new RecordError("owner", "The record has no name, and no valid record precedes it.", tokens[0]);
    }
    if (!isWithin(this.#owner, this.#zone)) {
      throw new RecordError("outside_zone", "The name is outside the zone.", tokens[0]);
    }
    this.#store(type, {
      number,
      ttlSeconds,
      tokens: tokens.slice(index + 1),
      owner: this.#owner,
      entry,
    });
  }

  #ttl(token: Token): number {
    const ttlSeconds = token.isQuoted ? undefined : durationSeconds(token.raw);
    if (ttlSeconds === undefined) {
      throw new RecordError("ttl", "The TTL must be a number of seconds, or like 1h30m.", token);
    }
    if (ttlSeconds > maxTtlSeconds) {
      throw new RecordError("ttl", `The TTL is larger than ${maxTtlSeconds}.`, token);
    }
    return ttlSeconds;
  }

  #store(
    typeToken: Token,
    record: {
      number: number;
      ttlSeconds: number | undefined;
      tokens: readonly Token[];
      owner: Labels;
      entry: Entry;
    },
  ): void {
    const { number, entry } = record;
    const values = new ValueTokens(record.tokens, this.#origin, this.#options.splitLongStrings);
    let read: ReturnType<typeof readValue>;
    try {
      read = readValue(number, values);
    } catch (error) {
      throw error instanceof RecordError
        ? new RecordError(error.code, error.message, error.token ?? typeToken)
        : error;
    }
    const { value, data } = read;
    const type = printType(number);
    const minimum = type === "SOA" ? new OctetReader(data.subarray(-4)).number(4) : undefined;
    const ttlSeconds =
      record.ttlSeconds ??
      this.#defaultTtlSeconds ??
      this.#lastTtlSeconds ??
      (minimum === undefined ? undefined : Math.min(minimum, maxTtlSeconds)) ??
      this.#options.defaultTtlSeconds;
    if (ttlSeconds === undefined) {
      throw new RecordError("ttl", "The record has no TTL, and no $TTL precedes it.", typeToken);
    }
    this.#lastTtlSeconds = ttlSeconds;
    if (++this.#records > (this.#options.maxRecords ?? 100_000)) {
      this.#problem(typeToken, "too_many_records", "The file has too many records.");
      throw stop;
    }
    if (entry.isCommentInWord) {
      this.#warning(
        typeToken,
        "semicolon",
        "The value ends at the semicolon. Put it in quotation marks to include the rest.",
      );
    }
    this.#add({ type, value, ttlSeconds, name: printRelative(record.owner, this.#zone), entry });
  }

  #add(record: { type: string; name: string; ttlSeconds: number; value: string; entry: Entry }): void {
    const { type, name, ttlSeconds, value, entry } = record;
    const place = { line: entry.line, column: entry.tokens[0]?.column ?? 1 };
    const key = `${name} ${type}`;
    let set = this.#sets.get(key);
    if (!set) {
      set = {
        name,
        type,
        ttlSeconds,
        values: [],
        comment: null,
        tags: [],
        ...place,
        valueLines: [],
        seen: new Set(),
        comments: new Set(),
        allTags: new Set(),
      };
      this.#sets.set(key, set);
    }
    if (set.ttlSeconds !== ttlSeconds) {
      set.ttlSeconds = Math.min(set.ttlSeconds, ttlSeconds);
      const message = `The TTL differs from that of an earlier ${type} record of the name. The lowest applies.`;
      this.#warning(place, "ttl_differs", message);
    }
    if (!set.seen.has(value)) {
      set.seen.add(value);
      set.values.push(value);
      set.valueLines.push(entry.line);
    }
    const { comment, tags } = splitComment(entry.comment ?? "");
    if (comment) {
      set.comments.add(comment);
    }
    for (const tag of tags) {
      set.allTags.add(tag);
    }
  }
}

function requireOne(
  value: Token | undefined,
  extra: Token | undefined,
  directive: Token,
): asserts value is Token {
  if (!value || value.isQuoted || extra) {
    throw new RecordError("directive", `${directive.raw.toUpperCase()} needs one value.`, extra ?? directive);
  }
}

function classOf(word: string): Class | undefined {
  if (/^(IN|CLASS0*1)$/i.test(word)) {
    return "in";
  }
  return /^(CH|CHAOS|HS|HESIOD|CS|NONE|CLASS\d+)$/i.test(word) ? "other" : undefined;
}
