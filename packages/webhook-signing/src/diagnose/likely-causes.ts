import { readSecret } from "../read-secret.ts";
import { utf8Text } from "./charset.ts";
import { foreignNotation, inEnvelopeOrder, parseObject } from "./json-notations.ts";
import type { Clue, DiagnosisReason } from "./reasons.ts";
import { withoutExtras } from "./secret-variants.ts";
import type { SeenHeader } from "./seen-headers.ts";

/** The length of the secrets that Zonepost generates: `whsec_` and the base64 of 32 bytes. */
const secretCharacters = 50;

/** What the form of the input suggests, for a request in which no signature could be explained. */
export function likelyCauses(input: {
  headers: readonly SeenHeader[];
  body: Uint8Array;
  secrets: readonly string[];
}): Clue[] {
  const { headers, body, secrets } = input;
  const headerValue = (name: string) => headers.find((header) => header.name.toLowerCase() === name)?.value;
  const text = utf8Text(body);
  const ofSecret = secretCauses(secrets, headerValue("x-service-signature") !== undefined);
  const causes = [...ofSecret, ...bodyCauses(text, body.byteLength, headerValue)];
  if (causes.length > 0) {
    return causes;
  }
  const notation = foreignNotation(text ?? "");
  return [likely("wrong_secret"), ...(notation === undefined ? [] : [likely("body_reserialized", notation)])];
}

function secretCauses(secrets: readonly string[], isOurs: boolean): Clue[] {
  const clean = secrets.map(withoutExtras);
  if (isOurs && clean.every((secret) => secret.length < secretCharacters)) {
    return [likely("secret_cut", String(Math.max(...clean.map((secret) => secret.length))))];
  }
  return clean.some((secret) => typeof readSecret(secret) === "string") ? [proven("secret_malformed")] : [];
}

function bodyCauses(
  text: string | undefined,
  byteLength: number,
  headerValue: (name: string) => string | undefined,
): Clue[] {
  if (byteLength === 0) {
    return [proven("body_empty")];
  }
  if (text === undefined || text.includes("\ufffd")) {
    return [likely("wrong_charset")];
  }
  if (/^\[object \w+\]$/.test(text.trim())) {
    return [proven("body_not_raw")];
  }
  const event = parseObject(text);
  const id = headerValue("webhook-id");
  const type = headerValue("x-service-event");
  if (
    (typeof event?.id === "string" && id !== undefined && id !== event.id) ||
    (typeof event?.type === "string" && type !== undefined && type !== event.type)
  ) {
    return [likely("mixed_deliveries")];
  }
  if (isCutOff(text)) {
    return [likely("body_truncated")];
  }
  const length = Number(headerValue("content-length") ?? Number.NaN);
  if (Number.isInteger(length) && length !== byteLength) {
    return [likely("body_length_differs", String(byteLength - length))];
  }
  return inEnvelopeOrder(text) === undefined ? [] : [likely("keys_reordered")];
}

/** Whether a JSON text has brackets or a string left open at its end. */
function isCutOff(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) {
    return false;
  }
  const withoutStrings = text.replace(/"(?:[^"\\]|\\.)*"/g, "");
  const count = (form: RegExp) => withoutStrings.match(form)?.length ?? 0;
  return withoutStrings.includes('"') || count(/[[{]/g) > count(/[\]}]/g);
}

const proven = (reason: DiagnosisReason): Clue => ({ reason, certainty: "proven" });
const likely = (reason: DiagnosisReason, detail?: string): Clue => ({
  reason,
  certainty: "likely",
  ...(detail === undefined ? {} : { detail }),
});
