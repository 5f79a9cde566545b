/** A word or quoted string, with its escapes. */
export type Token = {
  /** Without the quotation marks around it. A word `key="value"` keeps those inside it. */
  raw: string;
  isQuoted: boolean;
  /** Counted from 1. */
  line: number;
  column: number;
};

/** One line, or several that parentheses join. */
export type Entry = {
  tokens: Token[];
  line: number;
  /** The line begins with a space or tab, so the owner of the record before is repeated. */
  isIndented: boolean;
  /** At the end of the entry, without the semicolon and the spaces around it. */
  comment: string | null;
  /** The semicolon directly follows an unquoted word, which is often a value that should be quoted. */
  isCommentInWord: boolean;
  problem: { code: string; message: string; line: number; column: number } | undefined;
};

const isControl = (code: number) => (code < 0x20 && code !== 0x09) || code === 0x7f;
const isDelimiter = (char: string) => " \t\n\r;()".includes(char);

/** Splits a master file into entries (RFC 1035 section 5.1). A mistake ends at its line. */
export function* readEntries(text: string): Generator<Entry> {
  const scanner = new Scanner(text);
  for (let entry = scanner.next(); entry; entry = scanner.next()) {
    if (entry.tokens.length > 0 || entry.problem) {
      yield entry;
    }
  }
}

class ScanError extends Error {
  readonly code: string;
  readonly line: number;
  readonly column: number;

  constructor(code: string, message: string, { line, column }: { line: number; column: number }) {
    super(message);
    this.code = code;
    this.line = line;
    this.column = column;
  }
}

class Scanner {
  readonly #text: string;
  #index = 0;
  #line = 1;
  #lineStart = 0;

  constructor(text: string) {
    this.#text = text;
  }

  next(): Entry | undefined {
    if (this.#index >= this.#text.length) {
      return undefined;
    }
    const entry: Entry = {
      tokens: [],
      line: this.#line,
      isIndented: " \t".includes(this.#text.charAt(this.#index)),
      comment: null,
      isCommentInWord: false,
      problem: undefined,
    };
    try {
      this.#fill(entry);
    } catch (error) {
      if (!(error instanceof ScanError)) {
        throw error;
      }
      const { code, message, line, column } = error;
      entry.problem = { code, message, line, column };
      this.#skipComment();
      this.#skipNewline();
    }
    return entry;
  }

  get #place(): { line: number; column: number } {
    return { line: this.#line, column: this.#index - this.#lineStart + 1 };
  }

  #fill(entry: Entry): void {
    const open: { line: number; column: number }[] = [];
    for (;;) {
      const char = this.#text.charAt(this.#index);
      if (char === "") {
        const [outermost] = open;
        if (outermost) {
          throw new ScanError("parenthesis", "The parenthesis isn't closed.", outermost);
        }
        return;
      }
      if (this.#skipNewline()) {
        if (open.length === 0) {
          return;
        }
      } else if (char === " " || char === "\t") {
        this.#index++;
      } else if (char === ";") {
        const last = entry.tokens.at(-1);
        const isTouching = last?.isQuoted === false && !isDelimiter(this.#text.charAt(this.#index - 1));
        const comment = this.#skipComment();
        entry.isCommentInWord ||= isTouching;
        if (open.length === 0) {
          entry.comment = comment === "" ? null : comment;
        }
      } else if (char === "(") {
        open.push(this.#place);
        this.#index++;
      } else if (char === ")") {
        if (!open.pop()) {
          throw new ScanError("parenthesis", "A closing parenthesis has no opening one.", this.#place);
        }
        this.#index++;
      } else {
        entry.tokens.push(char === '"' ? this.#quoted() : this.#word());
      }
    }
  }

  #skipNewline(): boolean {
    const length = this.#text.startsWith("\r\n", this.#index) ? 2 : this.#text[this.#index] === "\n" ? 1 : 0;
    this.#index += length;
    if (length > 0) {
      this.#line++;
      this.#lineStart = this.#index;
    }
    return length > 0;
  }

  /** Up to the end of the line. */
  #skipComment(): string {
    const end = this.#text.indexOf("\n", this.#index);
    const from = this.#index;
    this.#index = end < 0 ? this.#text.length : end;
    return this.#text.slice(from, this.#index).replace(/^;/, "").trim();
  }

  #quoted(): Token {
    const place = this.#place;
    this.#index++;
    const from = this.#index;
    this.#passQuoted(place);
    return { raw: this.#text.slice(from, this.#index - 1), isQuoted: true, ...place };
  }

  /** Moves behind the closing quotation mark. */
  #passQuoted(place: { line: number; column: number }): void {
    for (;;) {
      const char = this.#text.charAt(this.#index);
      if (char === "" || char === "\n" || this.#text.startsWith("\r\n", this.#index)) {
        throw new ScanError("quotation_mark", "The quotation mark isn't closed on its line.", place);
      }
      this.#passChar(char);
      if (char === '"') {
        return;
      }
    }
  }

  /** Moves behind a character, or an escaped one. */
  #passChar(char: string): void {
    if (isControl(char.charCodeAt(0))) {
      throw new ScanError("control_character", "Write a control character as \\DDD.", this.#place);
    }
    if (char === "\\") {
      const escaped = this.#text.charAt(this.#index + 1);
      if (escaped === "" || isControl(escaped.charCodeAt(0))) {
        throw new ScanError("escape", "A backslash must precede a character.", this.#place);
      }
      this.#index++;
    }
    this.#index++;
  }

  #word(): Token {
    const place = this.#place;
    const from = this.#index;
    for (;;) {
      const char = this.#text.charAt(this.#index);
      if (char === "" || isDelimiter(char)) {
        if (char === "\r" && !this.#text.startsWith("\r\n", this.#index)) {
          this.#passChar(char);
        }
        return { raw: this.#text.slice(from, this.#index), isQuoted: false, ...place };
      }
      if (char === '"') {
        if (this.#text.charAt(this.#index - 1) !== "=") {
          throw new ScanError(
            "quotation_mark",
            "Put the whole string in quotation marks, or escape the quotation mark.",
            this.#place,
          );
        }
        const quote = this.#place;
        this.#index++;
        this.#passQuoted(quote);
      } else {
        this.#passChar(char);
      }
    }
  }
}
