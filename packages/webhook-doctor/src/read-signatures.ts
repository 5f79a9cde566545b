import { hexOf, type Scheme, type Target } from "./find-recipes.ts";
import type { Fields } from "./read-headers.ts";
import { bytesOf } from "./variants.ts";
import { type Clue, type DiagnosisReason, proven } from "./words.ts";

const schemeOf = { "X-Service-Signature": "service", "webhook-signature": "standard" } as const;
const places = ["X-Service-Signature", "webhook-signature"] as const;

/** The signatures of one header. */
export type Offered = Target & { place: (typeof places)[number]; entries: readonly string[] };

/** An HMAC-SHA256 in hex, read from hex or base64 after any known prefix or none. */
function readMac(text: string): string | undefined {
  const [, digits = ""] = /^(?:sha256[=:]|v1[,=:])?(.*)$/i.exec(text.trim()) ?? [];
  if (/^[0-9a-f]{64}$/i.test(digits)) {
    return digits.toLowerCase();
  }
  const base64 = digits.replaceAll("-", "+").replaceAll("_", "/").replace(/=$/, "");
  return /^[A-Za-z0-9+/]{43}$/.test(base64) ? hexOf(bytesOf(atob(base64))) : undefined;
}

/** The signatures that the headers offer. */
export function readSignatures(fields: Fields): Offered[] {
  return places.flatMap((place) => {
    // Other versions, such as `v1a`, are made with other kinds of keys.
    const entries = (fields[place] ?? "").split(/\s+/).filter((entry) => !/^v(?!1,)\w+,/.test(entry));
    const macs = entries.flatMap((entry) => readMac(entry) ?? []);
    return macs.length > 0 ? { place, schemes: [schemeOf[place]], macs, entries } : [];
  });
}

/** The receiver's own signature: how it differs from an equal one in the headers, or one that has to be explained. */
export function readComputed(
  text: string | undefined,
  offered: readonly Offered[],
): { targets: Target[]; clues: Clue[] } {
  const place = "computed";
  const own = text?.trim() ?? "";
  const toClue = (reason: DiagnosisReason) => ({
    targets: [],
    clues: [{ ...proven(reason), place } as const],
  });
  if (own === "") {
    return { targets: [], clues: [] };
  }
  const mac = readMac(own);
  if (mac === undefined) {
    return toClue("computed_unexplained");
  }
  if (offered.some(({ entries }) => entries.includes(own))) {
    return toClue("computed_correct");
  }
  if (offered.some(({ macs }) => macs.includes(mac))) {
    return toClue("computed_form_differs");
  }
  // One mistake in one scheme can equal another one in the other, so the notation decides.
  const isHex = /[0-9a-f]{64}$/i.test(own);
  const schemes: Scheme[] = isHex ? ["service", "standard"] : ["standard", "service"];
  return { targets: [{ place, schemes, macs: [mac] }], clues: [] };
}
