import { WebhookVerificationError } from "../errors.ts";
import type { WebhookHeaders } from "../headers.ts";

/** The headers as a receiver, a log or a terminal shows them. */
export type SeenHeader = { name: string; value: string };

// `name: value` as HTTP, curl -v, YAML and most logs write it, and `'name': 'value',` or `"name" => ["value"]`.
const lineForm = /^[\s<>{*,-]*["']?([A-Za-z][\w-]*)["']?\s*(?::|=>|=)\s*(.*?)\s*$/;
const pairForm = /["']([\w-]+)["']\s*(?::|=>|,)\s*\[?\s*["']([^"']*)["']/g;

/** Lists the headers of a record, a Fetch `Headers`, or pasted text. Empty values are left out. */
export function listHeaders(headers: WebhookHeaders | string): SeenHeader[] {
  if (typeof headers !== "string" && (typeof headers !== "object" || headers === null)) {
    throw new WebhookVerificationError(
      "invalid_option",
      "headers must be text, a Headers object or a record",
    );
  }
  const list = typeof headers === "string" ? readText(headers) : readObject(headers);
  return list.map(({ name, value }) => ({ name, value: value.trim() })).filter(({ value }) => value !== "");
}

function readObject(headers: WebhookHeaders): SeenHeader[] {
  if (isIterable(headers)) {
    return [...headers].map(([name, value]) => ({ name, value }));
  }
  return Object.entries(headers as Record<string, string | readonly string[] | undefined>).flatMap(
    ([name, values]) =>
      [values ?? []]
        .flat()
        .filter((value) => typeof value === "string")
        .map((value) => ({ name, value })),
  );
}

function isIterable(headers: object): headers is Iterable<[string, string]> {
  return Symbol.iterator in headers;
}

function readText(text: string): SeenHeader[] {
  const fromJson = readJson(text);
  if (fromJson) {
    return fromJson;
  }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const pairs = [...text.matchAll(pairForm)];
  if (pairs.length >= lines.length) {
    return pairs.map(([, name = "", value = ""]) => ({ name, value }));
  }
  return lines.flatMap((line, index) => {
    const [, name = "", value = ""] = lineForm.exec(line) ?? [];
    // Browsers' tools copy a name and its value as two lines.
    const ownValue = value === "" && line.trimEnd().endsWith(":") ? (lines[index + 1] ?? "") : value;
    return name === "" ? [] : { name, value: unquote(ownValue) };
  });
}

function readJson(text: string): SeenHeader[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) {
      return undefined;
    }
    if (!Array.isArray(value)) {
      return readObject(value as Record<string, string>);
    }
    // `rawHeaders` of node:http is one flat list, other lists have pairs.
    const flat = value.flat().map(String);
    return flat.flatMap((name, index) => (index % 2 === 0 ? { name, value: flat[index + 1] ?? "" } : []));
  } catch {
    return undefined;
  }
}

function unquote(value: string): string {
  return value.replace(/,$/, "").replace(/^\[?\s*(["'])(.*)\1\s*\]?$/, "$2");
}
