import { decodeBase64 } from "../base64.ts";
import { isEqual, type Target } from "./find-recipes.ts";
import type { Clue } from "./reasons.ts";
import type { Fields } from "./recover-headers.ts";

type Encoding = "hex" | "uppercase hex" | "base64" | "base64 for URLs" | "unpadded base64";

type ReadSignature = { prefix: string; mac: Uint8Array; encoding: Encoding };

const macBytes = 32;
const signatureForm = /^(sha256[=:]|v1[,=:]|)(.*)$/i;

/** Reads one HMAC-SHA256 in any notation, with any known prefix or none. */
function readSignature(text: string): ReadSignature | undefined {
  const [, prefix = "", digits = ""] = signatureForm.exec(text.trim()) ?? [];
  if (/^[0-9a-f]{64}$/i.test(digits)) {
    const mac = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    return { prefix, mac, encoding: /[A-F]/.test(digits) ? "uppercase hex" : "hex" };
  }
  const bare = digits.replace(/=+$/, "");
  const mac = /^[\w+/-]{43}$/.test(bare)
    ? decodeBase64(`${bare.replaceAll("-", "+").replaceAll("_", "/")}=`)
    : undefined;
  if (mac?.byteLength !== macBytes) {
    return undefined;
  }
  const padded = digits === bare ? "unpadded base64" : "base64";
  return { prefix, mac, encoding: /[-_]/.test(digits) ? "base64 for URLs" : padded };
}

const rightForms = {
  "X-Service-Signature": { prefix: "sha256=", encoding: "hex" },
  "webhook-signature": { prefix: "v1,", encoding: "base64" },
} as const;

type Place = keyof typeof rightForms;
const places: Place[] = ["X-Service-Signature", "webhook-signature"];

const entriesOf = (place: Place, value: string) =>
  place === "webhook-signature" ? value.split(/\s+/) : [value];

/** The signatures that the headers offer, and their differences from the form that `verify` requires. */
export function readSignatures(fields: Fields): {
  targets: Target[];
  clues: Clue[];
  /** How many signatures each header has. */
  counts: Partial<Record<Place, number>>;
} {
  const targets: Target[] = [];
  const clues: Clue[] = [];
  const counts: Partial<Record<Place, number>> = {};
  for (const place of places) {
    const value = fields[place];
    if (value === undefined) {
      continue;
    }
    // Other versions, such as `v1a`, are made with other kinds of keys.
    const entries = entriesOf(place, value).filter((entry) => !/^v(?!1,)\w+,/.test(entry));
    const signatures = entries.flatMap((entry) => readSignature(entry) ?? []);
    counts[place] = signatures.length;
    clues.push(...formClues(place, signatures));
    if (signatures.length > 0) {
      const scheme = place === "webhook-signature" ? "standard" : "service";
      targets.push({ place, schemes: [scheme], macs: signatures.map(({ mac }) => mac) });
    }
  }
  return { targets, clues, counts };
}

function formClues(place: Place, signatures: readonly ReadSignature[]): Clue[] {
  const right = rightForms[place];
  const clue = (reason: Clue["reason"]): Clue => ({ reason, certainty: "proven", place });
  if (signatures.length === 0) {
    return [clue("signature_malformed")];
  }
  if (signatures.some(({ prefix, encoding }) => prefix === right.prefix && encoding === right.encoding)) {
    return [];
  }
  return [
    ...(signatures.some(({ prefix }) => prefix === right.prefix) ? [] : [clue("signature_prefix_missing")]),
    ...(signatures.some(({ encoding }) => encoding === right.encoding) ? [] : [clue("signature_reencoded")]),
  ];
}

/** The receiver's own signature: how it differs from an equal one in the headers, or what has to be explained. */
export function readComputed(
  computed: string | undefined,
  fields: Fields,
): { targets: Target[]; clues: Clue[] } {
  if (!computed?.trim()) {
    return { targets: [], clues: [] };
  }
  const clues = (reason: Clue["reason"]): { targets: Target[]; clues: Clue[] } => ({
    targets: [],
    clues: [{ reason, certainty: "proven", place: "computed" }],
  });
  const own = readSignature(computed);
  if (!own) {
    return clues("computed_malformed");
  }
  for (const place of places) {
    for (const entry of entriesOf(place, fields[place] ?? "")) {
      const offered = readSignature(entry);
      if (offered && isEqual(offered.mac, own.mac)) {
        if (offered.encoding !== own.encoding) {
          return clues("computed_encoding_differs");
        }
        return clues(offered.prefix === own.prefix ? "computed_correct" : "computed_prefix_differs");
      }
    }
  }
  // One mistake in one scheme can equal another one in the other, so the notation decides.
  const schemes: Target["schemes"] = own.encoding.endsWith("hex")
    ? ["service", "standard"]
    : ["standard", "service"];
  const target: Target = { place: "computed", schemes, macs: [own.mac] };
  return { targets: [target], clues: [] };
}
