/** A part of a script, by the line that it starts on (from 1) and its characters. */
type Place = { line: number; start: number; end: number };

export type SieveString = Place & { kind: "string"; value: string };
export type Argument =
  | SieveString
  | (Place & { kind: "list"; items: SieveString[] })
  | (Place & { kind: "number"; value: number })
  | (Place & { kind: "tag"; name: string });

/** Names are in lower case. */
export type Test = Place & { name: string; args: Argument[]; tests: Test[] };
export type Command = Test & { block?: Command[] };

export class SieveSyntaxError extends Error {
  override name = "SieveSyntaxError";
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const maxNesting = 32;
const maxIdentifierLength = 32;
const maxArguments = 32;

/**
 * The commands of a script (RFC 5228), given as latin1, so that its bytes stay what they are. It accepts nothing that
 * Dovecot's parser reads differently: a script that doesn't parse here must not be stored.
 */
export function parseSieve(source: string): Command[] {
  const parser = new Parser(scan(source));
  const commands = parser.readCommands(1);
  parser.expectEnd();
  return commands;
}

type Token =
  | SieveString
  | (Place & { kind: "number"; value: number })
  | (Place & { kind: "tag" | "identifier"; name: string })
  | (Place & { kind: "[" | "]" | "{" | "}" | "(" | ")" | ";" | "," | "end" });

const lineFeed = 10;
const punctuation = new Set(["[", "]", "{", "}", "(", ")", ";", ","]);
const whitespace = /[ \t\r\n]+/y;
const word = /:?[A-Za-z_][A-Za-z0-9_]*/y;
const digits = /([0-9]+)([KMG]?)/iy;
const specialInString = /["\\\r\n]/g;
const multilineStart = /[ \t]*(?:#[^\n]*\n|\r?\n)/y;
const lineOfText = /([^\r\n]*)\r?\n/y;

function scan(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let line = 1;
  const fail = (message: string): never => {
    throw new SieveSyntaxError(line, message);
  };
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  /** Moves on, and counts the lines. */
  const moveTo = (end: number) => {
    for (; at < end; at += 1) {
      if (source.charCodeAt(at) === lineFeed) {
        line += 1;
      }
    }
  };
  const nul = source.indexOf("\0");
  if (nul >= 0) {
    moveTo(nul);
    fail("a NUL character");
  }
  const readQuoted = (): string => {
    let value = "";
    let from = at + 1;
    for (;;) {
      specialInString.lastIndex = from;
      const end = specialInString.exec(source)?.index ?? fail("a quoted string without an end");
      value += source.slice(from, end);
      const special = source[end] === "\\" ? source[end + 1] : source[end];
      if (source[end] === '"') {
        moveTo(end + 1);
        return value;
      }
      const taken = source[end] === "\\" ? end + 1 : end;
      if (special === undefined) {
        return fail("a quoted string without an end");
      }
      if (special === "\r" && source[taken + 1] !== "\n") {
        return fail("a carriage return without a line feed in a string");
      }
      value += special === "\r" || special === "\n" ? "\r\n" : special;
      from = taken + (special === "\r" ? 2 : 1);
    }
  };
  const readMultiline = (): string => {
    const start = match(multilineStart) ?? fail("characters after text:");
    moveTo(start.index + start[0].length);
    const lines: string[] = [];
    for (;;) {
      const found = match(lineOfText) ?? fail("a multi-line string without an end");
      const text = found[1] ?? "";
      moveTo(found.index + found[0].length);
      if (text === ".") {
        return lines.map((each) => `${each}\r\n`).join("");
      }
      lines.push(text.startsWith("..") ? text.slice(1) : text);
    }
  };
  while (at < source.length) {
    const char = source[at] ?? "";
    const place = { line, start: at };
    const space = match(whitespace);
    if (space) {
      moveTo(at + space[0].length);
    } else if (char === "#") {
      const end = source.indexOf("\n", at);
      moveTo(end < 0 ? source.length : end + 1);
    } else if (source.startsWith("/*", at)) {
      const end = source.indexOf("*/", at + 2);
      moveTo(end < 0 ? fail("a comment without an end") : end + 2);
    } else if (punctuation.has(char)) {
      at += 1;
      tokens.push({ ...place, end: at, kind: char as "[" });
    } else if (char === '"') {
      const value = readQuoted();
      tokens.push({ ...place, end: at, kind: "string", value });
    } else {
      const number = match(digits);
      const name = match(word)?.[0];
      if (number) {
        const unit = ["", "k", "m", "g"].indexOf((number[2] ?? "").toLowerCase());
        at += number[0].length;
        tokens.push({ ...place, end: at, kind: "number", value: Number(number[1]) * 1024 ** unit });
      } else if (name === undefined) {
        fail("an unexpected character");
      } else if (name.length > maxIdentifierLength) {
        fail("a name that is too long");
      } else if (name.toLowerCase() === "text" && source[at + 4] === ":") {
        at += 5;
        const value = readMultiline();
        tokens.push({ ...place, end: at, kind: "string", value });
      } else {
        at += name.length;
        const isTag = name.startsWith(":");
        tokens.push({
          ...place,
          end: at,
          kind: isTag ? "tag" : "identifier",
          name: (isTag ? name.slice(1) : name).toLowerCase(),
        });
      }
    }
  }
  tokens.push({ line, start: at, end: at, kind: "end" });
  return tokens;
}

class Parser {
  readonly #tokens: Token[];
  #at = 0;

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  readCommands(depth: number): Command[] {
    const commands: Command[] = [];
    for (let token = this.#next(); token.kind === "identifier"; token = this.#next()) {
      this.#at += 1;
      const { args, tests } = this.#readArguments(1);
      const end = this.#take(";", "{");
      const command: Command = { ...placeOf(token, end), name: token.name, args, tests };
      if (end.kind === "{") {
        if (depth >= maxNesting) {
          throw new SieveSyntaxError(end.line, "blocks are nested too deeply");
        }
        command.block = this.readCommands(depth + 1);
        command.end = this.#take("}").end;
      }
      commands.push(command);
    }
    return commands;
  }

  expectEnd(): void {
    this.#take("end");
  }

  #readArguments(depth: number): { args: Argument[]; tests: Test[] } {
    const args: Argument[] = [];
    const tests: Test[] = [];
    for (let token = this.#next(); ; token = this.#next()) {
      if (token.kind === "string" || token.kind === "number" || token.kind === "tag") {
        args.push(token as Argument);
        this.#at += 1;
      } else if (token.kind === "[") {
        args.push(this.#readList());
      } else {
        break;
      }
      if (args.length > maxArguments) {
        throw new SieveSyntaxError(token.line, "too many arguments");
      }
    }
    if (this.#next().kind === "identifier") {
      tests.push(this.#readTest(depth + 1));
    } else if (this.#next().kind === "(") {
      do {
        this.#at += 1;
        tests.push(this.#readTest(depth + 1));
      } while (this.#next().kind === ",");
      this.#take(")");
    }
    return { args, tests };
  }

  #readTest(depth: number): Test {
    const token = this.#take("identifier");
    if (depth > maxNesting) {
      throw new SieveSyntaxError(token.line, "tests are nested too deeply");
    }
    const found = this.#readArguments(depth);
    const last = this.#tokens[this.#at - 1] ?? token;
    return { ...placeOf(token, last), name: (token as { name: string }).name, ...found };
  }

  #readList(): Argument {
    const start = this.#take("[");
    const items: SieveString[] = [];
    for (;;) {
      items.push(this.#take("string") as SieveString);
      const next = this.#take(",", "]");
      if (next.kind === "]") {
        return { ...placeOf(start, next), kind: "list", items };
      }
    }
  }

  #next(): Token {
    return this.#tokens[this.#at] as Token;
  }

  #take(...kinds: Token["kind"][]): Token {
    const token = this.#next();
    if (!kinds.includes(token.kind)) {
      const wanted = kinds.map((kind) => (kind === "end" ? "the end of the script" : kind)).join(" or ");
      throw new SieveSyntaxError(token.line, `expected ${wanted}`);
    }
    this.#at += 1;
    return token;
  }
}

const placeOf = (first: Place, last: Place): Place => ({
  line: first.line,
  start: first.start,
  end: last.end,
});
