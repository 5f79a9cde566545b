import { bodyVariants, keyVariants, type Variant } from "./variants.ts";
import type { DiagnosisReason, FindingPlace } from "./words.ts";

export type Scheme = "service" | "standard";

/** A signature to explain, in hex. The receiver's own may follow either scheme. */
export type Target = { place: FindingPlace; schemes: readonly Scheme[]; macs: readonly string[] };

/** How a signature was made: the deviations from its scheme, none if it is right. */
export type Recipe = { reasons: readonly DiagnosisReason[]; secretNumber: number };

type Ingredients = {
  secrets: readonly string[];
  body: string;
  id: string | undefined;
  timestamp: string | undefined;
};

/** The text before the body. Without a scheme, there is none. */
type Head = Variant & { scheme?: Scheme };

// More would explain little, and each attempt hashes the whole body.
const mostMistakes = 2;

/** Finds how each signature was made, by making it with every known mistake, and with two of them. */
export async function findRecipes(
  targets: readonly Target[],
  { secrets, body, id, timestamp }: Ingredients,
): Promise<Map<FindingPlace, Recipe>> {
  const found = new Map<FindingPlace, Recipe>();
  const isBetter = (place: FindingPlace, reasons: readonly DiagnosisReason[]) =>
    reasons.length < (found.get(place)?.reasons.length ?? mostMistakes + 1);
  const bodies = bodyVariants(body);
  const contents = headsOf(id, timestamp).flatMap((head) =>
    bodies.map((variant) => ({ head, body: variant })),
  );
  for (const key of secrets.flatMap(keyVariants)) {
    const secretNumber = secrets.indexOf(key.secret) + 1;
    const mac = await hmacWith(key.bytes);
    for (const content of contents) {
      const attempts = targets
        .flatMap(({ place, schemes, macs }) =>
          schemes.map((scheme) => ({
            place,
            macs,
            reasons: [
              ...key.reasons,
              ...(key.schemes.includes(scheme) ? [] : [keyReasons[scheme]]),
              ...reasonsOfHead(content.head, scheme),
              ...content.body.reasons,
            ],
          })),
        )
        .filter(({ place, reasons }) => isBetter(place, reasons));
      const made = attempts.length > 0 ? await mac(content.head.text + content.body.text) : "";
      for (const { place, macs, reasons } of attempts) {
        if (macs.includes(made) && isBetter(place, reasons)) {
          found.set(place, { reasons, secretNumber });
        }
      }
    }
  }
  return found;
}

const keyReasons = { service: "key_not_as_shown", standard: "key_not_decoded" } as const;

function headsOf(id: string | undefined, timestamp: string | undefined): Head[] {
  const times: Variant[] = [
    { text: `${timestamp}`, reasons: [] },
    { text: `${timestamp}000`, reasons: ["timestamp_in_milliseconds"] },
  ];
  return [
    ...times.map(({ text, reasons }) => ({ scheme: "service" as const, text: `${text}.`, reasons })),
    ...times.map(({ text, reasons }) => ({ scheme: "standard" as const, text: `${id}.${text}.`, reasons })),
    { text: "", reasons: ["body_only"] },
  ];
}

const reasonsOfHead = (head: Head, scheme: Scheme): readonly DiagnosisReason[] =>
  head.scheme === undefined || head.scheme === scheme ? head.reasons : ["other_scheme", ...head.reasons];

async function hmacWith(key: Uint8Array<ArrayBuffer>): Promise<(text: string) => Promise<string>> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
  return async (text) => {
    const mac = await crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(text));
    return hexOf(new Uint8Array(mac));
  };
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
