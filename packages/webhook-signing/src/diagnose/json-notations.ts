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

/** The same JSON in every other known notation, each with the differences in words. */
export function otherNotations(text: string): { text: string; detail: string }[] {
  const tokens = tokensOf(text);
  if (!tokens) {
    return [];
  }
  const asIs = layouts.find((layout) => print(tokens, layout) === text);
  const found = new Map<string, string>();
  for (const notation of notations) {
    const strings = tokens.map((token) =>
      token.isString ? { ...token, text: notation(token.text) } : token,
    );
    for (const layout of layouts) {
      const printed = print(strings, layout);
      if (printed !== text && !found.has(printed)) {
        const changes = [...(layout === asIs ? [] : ["whitespace"]), ...differencesIn(tokens, strings)];
        found.set(printed, changes.join(", "));
      }
    }
  }
  return [...found].map(([printed, detail]) => ({ text: printed, detail }));
}

function differencesIn(tokens: Token[], others: Token[]): string[] {
  const count = (list: Token[], form: RegExp) =>
    list.reduce((sum, { text }) => sum + (text.match(form)?.length ?? 0), 0);
  return [
    ...(count(tokens, /\\u/g) === count(others, /\\u/g) ? [] : ["unicode escapes"]),
    ...(count(tokens, /\\\//g) === count(others, /\\\//g) ? [] : ["escaped slashes"]),
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
