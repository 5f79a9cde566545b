import { WebhookVerificationError } from "./errors.ts";

/**
 * The request's headers: a Fetch `Headers` (anything with its `get`), or a record with names in any case,
 * such as `request.headers` of node:http.
 */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

const headerNames = [
  "x-service-event",
  "x-service-signature",
  "x-service-timestamp",
  "x-service-webhook-id",
  "x-service-attempt",
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
] as const;

export type HeaderName = (typeof headerNames)[number];

// Each signature in the list costs a hash over the whole body, so the list's length is limited.
const maxHeaderCharacters = 1024;

/** Reads the eight headers. Missing and empty ones are left out; a repeated one is an error. */
export function readHeaders(headers: WebhookHeaders): Partial<Record<HeaderName, string>> {
  if (typeof headers !== "object" || headers === null) {
    throw new WebhookVerificationError("invalid_option", "headers must be a Headers object or a record");
  }
  const valuesByName = isHeadersObject(headers) ? valuesOfHeadersObject(headers) : valuesOfRecord(headers);
  const found: Partial<Record<HeaderName, string>> = {};
  for (const name of headerNames) {
    const values = valuesByName.get(name) ?? [];
    if (values.length > 1) {
      throw new WebhookVerificationError("duplicate_header", `${name} occurs more than once`);
    }
    const value = values[0];
    if (!value) {
      continue;
    }
    if (value.length > maxHeaderCharacters) {
      throw new WebhookVerificationError(
        "oversized_header",
        `${name} is longer than ${maxHeaderCharacters} characters`,
      );
    }
    found[name] = value;
  }
  return found;
}

function isHeadersObject(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === "function";
}

function valuesOfHeadersObject(headers: { get(name: string): string | null }): Map<string, string[]> {
  return new Map(
    headerNames.map((name) => {
      const value = headers.get(name);
      return [name, typeof value === "string" ? [value] : []];
    }),
  );
}

function valuesOfRecord(
  record: Readonly<Record<string, string | readonly string[] | undefined>>,
): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [key, value] of Object.entries(record)) {
    const name = key.toLowerCase();
    const own = values.get(name) ?? [];
    own.push(...[value ?? []].flat().filter((item) => typeof item === "string"));
    values.set(name, own);
  }
  return values;
}
