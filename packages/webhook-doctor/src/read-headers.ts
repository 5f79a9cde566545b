import { type Clue, type DiagnosisReason, proven } from "./words.ts";

/** A header as a receiver, a log or a terminal shows it. */
type SeenHeader = { name: string; value: string };

const names = [
  "X-Service-Timestamp",
  "X-Service-Signature",
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
  "X-Service-Event",
  "X-Service-Webhook-Id",
  "X-Service-Attempt",
] as const;

/** The headers of a delivery by the names that Zonepost gives them. */
export type Fields = { [name in (typeof names)[number]]?: string };

// `name: value` as HTTP, curl -v, YAML and most logs write it, and `'name': 'value',` or `"name" => ["value"]`.
const headerForm = /^[\s<>{[*,-]*["']?([A-Za-z][\w-]*)["']?\s*(?::|=>|=)\s*(.*?)[\s,})\]]*$/;

/** Lists the headers of a pasted text. Empty values are left out. */
export function readHeaders(text: string): SeenHeader[] {
  // A logged object may have all its headers on one line.
  return text.split(/\r?\n|,\s*(?=["'])/).flatMap((line) => {
    const [, name = "", value = ""] = headerForm.exec(line) ?? [];
    const plain = value.replace(/^\[?\s*(["'])(.*)\1$/, "$2").trim();
    return plain === "" ? [] : { name, value: plain };
  });
}

export function valuesByName(headers: readonly SeenHeader[]): Record<string, string[]> {
  const valuesOf = (name: string) =>
    headers.filter((header) => header.name === name).map(({ value }) => value);
  return Object.fromEntries(headers.map(({ name }) => [name, valuesOf(name)]));
}

/** The values of a delivery's headers, also of those that a proxy or a framework renamed, repeated or joined. */
export function recoverFields(headers: readonly SeenHeader[]): { fields: Fields; clues: Clue[] } {
  const fields: Fields = {};
  const renamed: string[] = [];
  const repeated: string[] = [];
  for (const name of names) {
    const own = headers.filter((header) => plainName(header.name) === name.toLowerCase());
    const [first] = own;
    if (!first) {
      continue;
    }
    if (first.name.toLowerCase() !== name.toLowerCase()) {
      renamed.push(`${name} as ${first.name}`);
    }
    const values = own.flatMap(({ value }) => value.split(/,\s+/));
    if (values.length > 1) {
      repeated.push(name);
    }
    fields[name] = name === "webhook-signature" ? [...new Set(values)].join(" ") : (values[0] ?? "");
  }
  return { fields, clues: [...clueOf("header_renamed", renamed), ...clueOf("header_repeated", repeated)] };
}

const clueOf = (reason: DiagnosisReason, found: readonly string[]): Clue[] =>
  found.length > 0 ? [proven(reason, found.join(", "))] : [];

/** As HTTP names it: CGI, WSGI and Rack have `HTTP_X_SERVICE_SIGNATURE`. */
const plainName = (name: string) =>
  name
    .toLowerCase()
    .replace(/^http[_-]/, "")
    .replaceAll("_", "-");
