import { maxHeaderCharacters } from "../headers.ts";
import type { Clue } from "./reasons.ts";
import type { SeenHeader } from "./seen-headers.ts";

const serviceNames = ["X-Service-Timestamp", "X-Service-Signature"] as const;
const standardNames = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;
type SignedHeaderName = (typeof serviceNames)[number] | (typeof standardNames)[number];

const ownNames: readonly SignedHeaderName[] = [...serviceNames, ...standardNames];
const unsignedNames = ["X-Service-Event", "X-Service-Webhook-Id", "X-Service-Attempt"];
const allLowerCaseNames = [...ownNames, ...unsignedNames].map((name) => name.toLowerCase());

export type Fields = Partial<Record<SignedHeaderName, string>>;

const valueForms: Partial<Record<SignedHeaderName, RegExp>> = {
  "X-Service-Signature": /^sha256=[0-9a-f]{64}$/i,
  "webhook-signature": /^v1,[A-Za-z0-9+/]{43}=(?: v1a?,\S+)*$/,
};

/** The values of the signed headers, also those that a proxy or a framework renamed or repeated. */
export function recoverHeaders(headers: readonly SeenHeader[]): { fields: Fields; clues: Clue[] } {
  const fields: Fields = {};
  const renamed: string[] = [];
  const repeated: string[] = [];
  const oversized: string[] = [];
  for (const name of ownNames) {
    const own = headers.filter((header) => header.name.toLowerCase() === name.toLowerCase());
    const [found = findRenamed(name, headers)] = own;
    if (!found) {
      continue;
    }
    if (own.length === 0) {
      renamed.push(`${name} as ${found.name}`);
    }
    const values = [
      ...new Set(own.length > 1 ? own.map(({ value }) => value) : splitJoined(name, found.value)),
    ];
    if (own.length > 1 || values.join() !== found.value) {
      repeated.push(name);
    }
    if (found.value.length > maxHeaderCharacters) {
      oversized.push(name);
    }
    fields[name] = name === "webhook-signature" ? values.join(" ") : (values[0] ?? "");
  }
  for (const name of unsignedNames) {
    if (headers.filter((header) => header.name.toLowerCase() === name.toLowerCase()).length > 1) {
      repeated.push(name);
    }
  }
  return {
    fields,
    clues: [
      ...clueFor("header_renamed", renamed),
      ...clueFor("header_repeated", repeated),
      ...clueFor("header_oversized", oversized),
      ...clueFor("headers_missing", missingNames(fields)),
    ],
  };
}

function clueFor(reason: Clue["reason"], names: string[]): Clue[] {
  return names.length > 0 ? [{ reason, certainty: "proven", detail: names.join(", ") }] : [];
}

/** The missing headers of the scheme that has more of its own, unless the other one is complete. */
function missingNames(fields: Fields): string[] {
  const service = serviceNames.filter((name) => fields[name] === undefined);
  const standard = standardNames.filter((name) => fields[name] === undefined);
  if (service.length === 0 || standard.length === 0) {
    return [];
  }
  if (service.length === serviceNames.length && standard.length === standardNames.length) {
    return [...service, ...standard];
  }
  return service.length < serviceNames.length ? service : standard;
}

function findRenamed(name: SignedHeaderName, headers: readonly SeenHeader[]): SeenHeader | undefined {
  const wanted = name.toLowerCase();
  const others = headers
    .map((header) => ({ ...header, plain: plainName(header.name) }))
    .filter((header) => header.plain === wanted || !allLowerCaseNames.includes(header.plain));
  return (
    others.find(({ plain }) => plain === wanted) ??
    others.find(
      ({ plain }) => plain.endsWith(`-${wanted}`) || plain === wanted.replace("webhook-", "svix-"),
    ) ??
    others.find(({ value }) => valueForms[name]?.test(value))
  );
}

/** As HTTP names it: CGI, WSGI and Rack have `HTTP_X_SERVICE_SIGNATURE`. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^http[_-]/, "")
    .replaceAll("_", "-");
}

/** The values that a proxy or a `Headers` object joined. The comma after a version belongs to the signature. */
function splitJoined(name: SignedHeaderName, value: string): string[] {
  return value.split(name === "webhook-signature" ? /,\s+(?=v\d)/ : /,\s+/);
}
