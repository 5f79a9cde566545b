import type { Labels } from "./names.ts";
import { RecordError } from "./record-error.ts";
import type { Token } from "./tokens.ts";

/** The tokens of one record's data, and what they depend on. */
export class ValueTokens {
  /** Completes relative names. */
  readonly origin: Labels;
  /** Split a string of more than 255 octets instead of refusing it. */
  readonly splitsLongStrings: boolean;
  readonly #tokens: readonly Token[];
  #index = 0;

  constructor(tokens: readonly Token[], origin: Labels, splitsLongStrings = false) {
    this.#tokens = tokens;
    this.origin = origin;
    this.splitsLongStrings = splitsLongStrings;
  }

  get hasMore(): boolean {
    return this.#index < this.#tokens.length;
  }

  peek(): Token | undefined {
    return this.#tokens[this.#index];
  }

  /** @throws RecordError if there is none. `field` is its name in the message. */
  next(field: string): Token {
    const token = this.#tokens[this.#index];
    if (!token) {
      throw new RecordError("missing_field", `The ${field} is missing.`, this.#tokens.at(-1));
    }
    this.#index++;
    return token;
  }

  /** The next token, which must not be in quotation marks. */
  word(field: string): Token {
    const token = this.next(field);
    if (token.isQuoted) {
      throw new RecordError("quoted_word", `Write the ${field} without quotation marks.`, token);
    }
    return token;
  }

  /** All that are left, at least one. */
  rest(field: string): Token[] {
    const tokens = [this.word(field)];
    while (this.hasMore) {
      tokens.push(this.word(field));
    }
    return tokens;
  }

  requireEnd(): void {
    const token = this.peek();
    if (token) {
      throw new RecordError("extra_field", "The record has more fields than its type.", token);
    }
  }
}
