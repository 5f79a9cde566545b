import { decodeBase64 } from "../base64.ts";
import type { Clue, DiagnosisReason } from "./reasons.ts";

const prefix = "whsec_";
const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** A secret that may have been meant, with the mistakes that made it the one that was given. */
export type SecretVariant = { text: string; clues: Clue[] };

/** The form of a key for HMAC: the secret's text, the text without `whsec_`, or the bytes that it encodes. */
export type KeyForm = "text" | "bare" | "decoded";

export function keysOf(secret: string): { form: KeyForm; bytes: Uint8Array<ArrayBuffer> }[] {
  const bare = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
  const decoded = decodeBase64(bare);
  const encoder = new TextEncoder();
  return [
    { form: "text" as const, bytes: encoder.encode(secret) },
    ...(bare === secret ? [] : [{ form: "bare" as const, bytes: encoder.encode(bare) }]),
    ...(decoded && decoded.byteLength > 0 ? [{ form: "decoded" as const, bytes: decoded }] : []),
  ];
}

/** The secret as it was given, and without the usual mistakes. */
export function secretVariants(secret: string): SecretVariant[] {
  const variants: SecretVariant[] = [];
  const add = (text: string | undefined, ...reasons: DiagnosisReason[]) => {
    if (text !== undefined && text !== "" && !variants.some((variant) => variant.text === text)) {
      variants.push({ text, clues: reasons.map((reason) => ({ reason, certainty: "proven" })) });
    }
  };
  add(secret);
  const clean = withoutExtras(secret);
  const extras: DiagnosisReason[] = clean === secret ? [] : ["secret_has_extra_characters"];
  add(clean, ...extras);
  // A form's decoding makes a space of a plus.
  add(secret.trim().replaceAll(" ", "+"), "secret_reencoded");
  add(urlDecoded(clean), ...extras, "secret_reencoded");
  add(standardAlphabet(clean), ...extras, "secret_reencoded");
  if (!clean.startsWith(prefix)) {
    const rest = clean.replace(/^(?:[whsec]{0,5}_)/, "");
    add(prefix + rest, ...extras, rest === clean ? "secret_without_prefix" : "secret_cut");
  }
  for (const padding of ["=", "=="]) {
    add(clean + padding, ...extras, "secret_cut");
  }
  return variants;
}

/** Every secret that becomes this one if its last digit, and the padding after it, is cut. Too many to always try. */
export function uncutSecrets(secret: string): SecretVariant[] {
  const clean = withoutExtras(secret);
  const missing = (4 - (clean.replace(prefix, "").length % 4)) % 4;
  if (missing < 2) {
    return [];
  }
  const padding = "=".repeat(missing - 1);
  return [...base64Digits].map((digit) => ({
    text: `${clean}${digit}${padding}`,
    clues: [{ reason: "secret_cut", certainty: "proven" }],
  }));
}

/** Without spaces, quotes, line breaks, invisible characters, and the name of a variable. */
export function withoutExtras(secret: string): string {
  return secret
    .replace(/[\s"'`\u200b-\u200f\u2060\ufeff]/g, "")
    .replace(/^(?:export)?[A-Z][A-Z0-9_]*[=:](?=[^=])/, "");
}

function urlDecoded(secret: string): string | undefined {
  try {
    return secret.includes("%") ? decodeURIComponent(secret) : undefined;
  } catch {
    return undefined;
  }
}

function standardAlphabet(secret: string): string | undefined {
  const bare = secret.replace(prefix, "");
  return /[-_]/.test(bare) ? prefix + bare.replaceAll("-", "+").replaceAll("_", "/") : undefined;
}
