import type { DiagnosisReason } from "./words.ts";

/** A text that may have been meant, with the mistakes that lead from the one to the other. */
export type Variant = { text: string; reasons: readonly DiagnosisReason[] };

const prefix = "whsec_";
// Stricter than `atob`, which takes spaces and missing padding.
const base64Form = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
/** The length of the secrets that Zonepost generates: `whsec_` and the base64 of 32 bytes. */
export const secretCharacters = 50;

/** The keys that may have been made of a secret, and the schemes for which they are the right ones. */
export function keyVariants(secret: string) {
  const encode = (text: string) => new TextEncoder().encode(text);
  return secretVariants(secret).flatMap(({ text, reasons }) => {
    const bare = text.replace(prefix, "");
    const keys = [
      { bytes: encode(text), schemes: ["service"] },
      { bytes: encode(bare), schemes: [] },
      { bytes: bytesOf(base64Form.test(bare) ? atob(bare) : ""), schemes: ["standard"] },
    ];
    return keys.filter(({ bytes }) => bytes.byteLength > 0).map((key) => ({ ...key, secret, reasons }));
  });
}

/** The secret as it was given, and without the usual mistakes. */
function secretVariants(secret: string): Variant[] {
  const clean = withoutExtras(secret);
  const extras: DiagnosisReason[] = clean === secret ? [] : ["secret_has_extra_characters"];
  const variants: Variant[] = [{ text: secret, reasons: [] }];
  if (extras.length > 0) {
    variants.push({ text: clean, reasons: extras });
  }
  if (!clean.startsWith(prefix)) {
    const text = prefix + clean.replace(/^[whsec]{0,5}_/, "");
    variants.push({ text, reasons: [...extras, "secret_cut"] });
  }
  return variants;
}

/** Without spaces, quotes, line breaks, invisible characters, and the name of a variable. */
export function withoutExtras(secret: string): string {
  return secret
    .replace(/[\s"'`\u200b-\u200f\u2060\ufeff]/g, "")
    .replace(/^(?:export)?[A-Z][A-Z0-9_]*[=:](?=[^=])/, "");
}

/** The body as it was seen, and how it may have been before a change, or after the receiver's own. */
export function bodyVariants(body: string): Variant[] {
  const changes: [DiagnosisReason, (string | undefined)[]][] = [
    ["whitespace_added", [body.trim(), `${body}\n`]],
    ["wrong_charset", [utf8Of(body)]],
    ["body_base64", [utf8Of(orUndefined(() => atob(body.trim())))]],
    ["body_reserialized", otherNotations(body)],
  ];
  const variants = changes.flatMap(([reason, texts]) =>
    texts.flatMap((text) => (text === undefined || text === body ? [] : { text, reasons: [reason] })),
  );
  return [{ text: body, reasons: [] }, ...variants];
}

/** The JSON as Zonepost writes it, and the pretty printers, Python's `json.dumps` and PHP's `json_encode`. */
function otherNotations(text: string): string[] {
  const value = parse(text);
  if (typeof value !== "object" || value === null) {
    return typeof value === "string" ? [value] : [];
  }
  const own = asZonepostWrites(value);
  const ascii = (json: string) =>
    json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  // Whole strings are matched first, so that the commas and colons in them stay as they are.
  const spaced = own.replace(/"(?:[^"\\]|\\.)*"|[,:]/g, (token) => (token.length > 1 ? token : `${token} `));
  return [own, JSON.stringify(value, undefined, 2), spaced, ascii(spaced), ascii(own).replaceAll("/", "\\/")];
}

const envelope = ["id", "type", "createdAt", "workspaceId", "sequence", "data"];
/** As .NET, Go, Java and Python write times that they have parsed. */
const dateForm = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** The value of a JSON text, with dates as Zonepost writes them. */
export function parse(text: string): unknown {
  const isDate = (value: unknown) =>
    typeof value === "string" && dateForm.test(value) && !Number.isNaN(Date.parse(value));
  return orUndefined(() =>
    JSON.parse(text.trim(), (_key, value) => (isDate(value) ? new Date(value).toISOString() : value)),
  );
}

/** Compact, and with an event's outer keys in our order. */
export function asZonepostWrites(value: object): string {
  if (Array.isArray(value)) {
    return JSON.stringify(value);
  }
  const rankOf = (key: string) => (envelope.includes(key) ? envelope.indexOf(key) : envelope.length);
  const entries = Object.entries(value).toSorted(([one], [other]) => rankOf(one) - rankOf(other));
  return JSON.stringify(Object.fromEntries(entries));
}

/** The UTF-8 text whose bytes were read as Latin-1 and became this one, such as "Ã¼" for "ü". */
function utf8Of(binary: string | undefined): string | undefined {
  return binary === undefined || /[^\0-\xff]/.test(binary)
    ? undefined
    : orUndefined(() => new TextDecoder("utf-8", { fatal: true }).decode(bytesOf(binary)));
}

export const bytesOf = (binary: string) => Uint8Array.from(binary, (character) => character.charCodeAt(0));

function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
