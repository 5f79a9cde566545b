type Token = { text: string; isString: boolean };

const tokenForm = /\s+|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gy;

/** The tokens of a JSON object or array without the whitespace between them, or undefined if it isn't one. */
function tokensOf(text: string): Token[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) {
      return undefined;
    }
  } catch {
    return undefined;
  }
  // Tokens, not the parsed value: `1.0` and repeated keys must survive.
  return [...text.matchAll(tokenForm)]
    .map(([token]) => ({ text: token, isString: token.startsWith('"') }))
    .filter((token) => token.text.trim() !== "");
}

type Layout = { comma: string; colon: string; indent: string };

/** As `JSON.stringify`, Python's `json.dumps`, and pretty printers write it. */
const layouts: Layout[] = [
  { comma: ",", colon: ":", indent: "" },
  { comma: ", ", colon: ": ", indent: "" },
  { comma: ",", colon: ": ", indent: "  " },
  { comma: ",", colon: ": ", indent: "    " },
  { comma: ",", colon: ": ", indent: "\t" },
];

function print(tokens: Token[], { comma, colon, indent }: Layout): string {
  let depth = 0;
  const line = () => (indent ? `\n${indent.repeat(depth)}` : "");
  return tokens
    .map(({ text }, index) => {
      const isEmpty = /^[[{]$/.test(tokens[index - 1]?.text ?? "");
      switch (text) {
        case "{":
        case "[":
          depth += 1;
          return /^[\]}]$/.test(tokens[index + 1]?.text ?? "") ? text : text + line();
        case "}":
        case "]":
          depth -= 1;
          return isEmpty ? text : line() + text;
        case ",":
          return comma + line();
        case ":":
          return colon;
        default:
          return text;
      }
    })
    .join("");
}

const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
const escapeAll = (text: string, form: RegExp, escaped = escapeUnit) => text.replace(form, escaped);
const beyondAscii = /[^\0-\x7f]/g;

/** The notations of a string: as it is, JavaScript's, Python's, PHP's, Go's and .NET's. */
const notations: ((token: string) => string)[] = [
  (token) => token,
  plain,
  (token) => escapeAll(plain(token), beyondAscii),
  (token) => escapeAll(plain(token), /\//g, () => "\\/"),
  (token) => escapeAll(escapeAll(plain(token), beyondAscii), /\//g, () => "\\/"),
  (token) => escapeAll(plain(token), /[<>&\u2028\u2029]/g),
  (token) =>
    escapeAll(plain(token), /[<>&'+`\u0080-\uffff]/g, (unit) =>
      escapeUnit(unit).replace(/[a-f]/g, (digit) => digit.toUpperCase()),
    ),
  (token) =>
    escapeAll(plain(token), beyondAscii, (unit) =>
      escapeUnit(unit).replace(/[a-f]/g, (digit) => digit.toUpperCase()),
    ),
];

// `\s` in a string's token can't be mistaken for layout: only whole tokens are re-written.
function plain(token: string): string {
  return JSON.stringify(JSON.parse(token));
}

/** A text, and how it differs from another one, in words. */
type Notation = { text: string; detail: string };

/** The same JSON in every other known notation. */
export function otherNotations(text: string): Notation[] {
  return notationsOf(text, (tokens) => {
    const written = tokens.map(asJavaScriptWrites);
    const isSame = written.every((token, index) => token.text === tokens[index]?.text);
    return (isSame ? [tokens] : [tokens, written]).flatMap((values) =>
      notations.map((notation) =>
        values.map((token) => (token.isString ? { ...token, text: notation(token.text) } : token)),
      ),
    );
  });
}

/** What the JSON may have been before a parser dropped how its numbers were written, such as the zeros of `1.0`. */
export const otherNumbers = (text: string): Notation[] =>
  text.length > guessingLimit ? [] : notationsOf(text, guessedNumbers);

function notationsOf(text: string, change: (tokens: Token[]) => Token[][]): Notation[] {
  const tokens = tokensOf(text);
  if (!tokens) {
    return [];
  }
  const asIs = layouts.find((layout) => print(tokens, layout) === text);
  const found = new Map<string, string>();
  for (const changed of change(tokens)) {
    for (const layout of layouts) {
      const printed = print(changed, layout);
      if (printed !== text && !found.has(printed)) {
        const changes = [...(layout === asIs ? [] : ["whitespace"]), ...differencesIn(tokens, changed)];
        found.set(printed, changes.join(", "));
      }
    }
  }
  return [...found].map(([printed, detail]) => ({ text: printed, detail }));
}

/** How the JSON differs from what Zonepost sends, in words; undefined if it doesn't, or isn't JSON. */
export function foreignNotation(text: string): string | undefined {
  const tokens = tokensOf(text);
  const [compact] = layouts;
  if (!tokens || !compact) {
    return undefined;
  }
  const own = tokens
    .map(asJavaScriptWrites)
    .map((token) => (token.isString ? { ...token, text: plain(token.text) } : token));
  if (print(own, compact) === text.trim()) {
    return undefined;
  }
  const isSpaced = print(tokens, compact) !== text.trim();
  return [...(isSpaced ? ["whitespace"] : []), ...differencesIn(tokens, own)].join(", ");
}

const numberForm = /^-?\d/;
/** As .NET, Go, Java and Python write times that they have parsed. */
const dateForm = /^"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)"$/;

/** `1.0` and `1.0E3` as `1` and `1000`, and a time in UTC with its milliseconds. */
function asJavaScriptWrites(token: Token): Token {
  if (token.isString) {
    const at = dateForm.test(token.text) ? Date.parse(token.text.slice(1, -1)) : Number.NaN;
    return Number.isNaN(at) ? token : { ...token, text: JSON.stringify(new Date(at)) };
  }
  const number = numberForm.test(token.text) ? Number(token.text) : Number.NaN;
  return Number.isFinite(number) ? { ...token, text: JSON.stringify(number) } : token;
}

const guessingLimit = 64 * 1024;
const mostNumbers = 12;

/** What a parsed number may have been: with the zeros of a decimal, or an exponent as in Java and in `1e3`. */
const numberGuesses: ((number: string) => string | undefined)[] = [
  (number) => (isWhole(number) ? `${number}.0` : undefined),
  (number) => (isWhole(number) ? `${number}.00` : /^-?\d+\.\d$/.test(number) ? `${number}0` : undefined),
  ...["e", "E", "e+"].map((sign) => (number: string) => withExponent(number, sign, false)),
  (number) => withExponent(number, "E", true),
];

const isWhole = (number: string) => /^-?(?:0|[1-9]\d*)$/.test(number);

/** Undefined for a number that is too short to be written so. */
function withExponent(number: string, sign: string, hasDecimal: boolean): string | undefined {
  const [, minus = "", first, rest = ""] = /^(-?)([1-9])(\d{2,})$/.exec(number) ?? [];
  const decimals = rest.replace(/0+$/, "");
  return first === undefined || (decimals.length > rest.length - 2 && rest.length < 7)
    ? undefined
    : `${minus}${first}${decimals ? `.${decimals}` : hasDecimal ? ".0" : ""}${sign}${rest.length}`;
}

/** All numbers in another form, all after an event's `sequence`, and each of the first ones alone. */
function guessedNumbers(tokens: Token[]): Token[][] {
  const numbers = tokens.filter(({ text, isString }) => !isString && numberForm.test(text));
  const alone = numbers.slice(0, mostNumbers).map((number) => [number]);
  return [numbers, numbers.slice(1), ...alone].flatMap((changing) =>
    numberGuesses.map((guess) =>
      tokens.map((token) =>
        changing.includes(token) ? { ...token, text: guess(token.text) ?? token.text } : token,
      ),
    ),
  );
}

function differencesIn(tokens: Token[], others: Token[]): string[] {
  const count = (list: Token[], form: RegExp) =>
    list.reduce((sum, { text }) => sum + (text.match(form)?.length ?? 0), 0);
  const isChanged = (isString: boolean, meaningOf: (text: string) => string) =>
    tokens.some(
      (token, index) =>
        token.isString === isString && meaningOf(token.text) !== meaningOf(others[index]?.text ?? token.text),
    );
  return [
    ...(count(tokens, /\\u/g) === count(others, /\\u/g) ? [] : ["unicode escapes"]),
    ...(count(tokens, /\\\//g) === count(others, /\\\//g) ? [] : ["escaped slashes"]),
    ...(isChanged(false, (text) => text) ? ["numbers"] : []),
    ...(isChanged(true, plain) ? ["dates"] : []),
  ];
}

const envelope = ["id", "type", "createdAt", "workspaceId", "sequence", "data"];

/** Whether the JSON is one of our events with its outer keys in another order, and its text in our order. */
export function inEnvelopeOrder(text: string): string | undefined {
  const value = parseObject(text);
  if (!value || !("id" in value && "type" in value && "data" in value)) {
    return undefined;
  }
  const keys = Object.keys(value);
  const ordered = [
    ...envelope.filter((key) => key in value),
    ...keys.filter((key) => !envelope.includes(key)),
  ];
  return ordered.join() === keys.join()
    ? undefined
    : JSON.stringify(Object.fromEntries(ordered.map((key) => [key, value[key]])));
}

export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
