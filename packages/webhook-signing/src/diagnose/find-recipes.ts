import { hmacWith } from "../hmac.ts";
import { join, serviceContent, standardContent } from "../signed-content.ts";
import { type BodyVariant, bodyVariants } from "./body-variants.ts";
import type { Clue, DiagnosisReason, FindingPlace } from "./reasons.ts";
import { type KeyForm, keysOf, type SecretVariant, secretVariants, uncutSecrets } from "./secret-variants.ts";

type Scheme = "service" | "standard";

/** A signature to explain. The receiver's own may follow either scheme. */
export type Target = { place: FindingPlace; schemes: readonly Scheme[]; macs: readonly Uint8Array[] };

/** How a signature was made: the deviations from its scheme, none if it is right. */
export type Recipe = { clues: Clue[]; secretNumber: number };

export type Ingredients = {
  secrets: readonly string[];
  body: Uint8Array<ArrayBuffer>;
  /** The IDs and timestamps that were seen; the first of each is that of the header. */
  ids: readonly string[];
  timestamps: Readonly<Record<Scheme, readonly string[]>>;
};

type ContentForm = Scheme | "body" | "service without dots" | "standard without dots";
type Bytes = Uint8Array<ArrayBuffer>;
type Content = { form: ContentForm; id?: string; timestamp?: string; build: (body: Bytes) => Bytes };

// Each attempt hashes the whole body, and there are thousands if nothing matches.
const thoroughLimitBytes = 64 * 1024;
const searchedSeconds = 300;

/** Finds how each signature was made, by making it with every known mistake: none, then one, then two. */
export async function findRecipes(
  targets: readonly Target[],
  ingredients: Ingredients,
): Promise<Map<FindingPlace, Recipe>> {
  const found = new Map<FindingPlace, Recipe>();
  const secrets = numbered(ingredients.secrets, secretVariants);
  const contents = contentsOf(ingredients);
  const search = { targets, found, secrets, contents, ingredients };
  await tryAll({ ...search, bodies: bodyVariants(ingredients.body, 0), limit: 0 });
  if (targets.some(({ place }) => !found.has(place))) {
    await tryAll({ ...search, bodies: bodyVariants(ingredients.body, 1), limit: 1 });
  }
  if (isEnough(targets, found) || ingredients.body.byteLength > thoroughLimitBytes) {
    return found;
  }
  const asSeen = bodyVariants(ingredients.body, 0);
  const uncut = numbered(ingredients.secrets, uncutSecrets);
  await tryAll({ ...search, secrets: uncut, bodies: asSeen, limit: 1 });
  if (!isEnough(targets, found)) {
    const nearby = contentsOf({ ...ingredients, timestamps: nearbyTimestamps(ingredients) });
    await tryAll({ ...search, contents: nearby, bodies: asSeen, limit: 1 });
  }
  if (!isEnough(targets, found)) {
    await tryAll({ ...search, bodies: bodyVariants(ingredients.body, 2), limit: 2 });
  }
  return found;
}

type NumberedSecret = SecretVariant & { number: number };

function numbered(
  secrets: readonly string[],
  variantsOf: (secret: string) => SecretVariant[],
): NumberedSecret[] {
  return secrets.flatMap((secret, index) =>
    variantsOf(secret).map((variant) => ({ ...variant, number: index + 1 })),
  );
}

/** Whether the receiver's own signature is explained, and one of those in the headers. */
function isEnough(targets: readonly Target[], found: ReadonlyMap<FindingPlace, Recipe>): boolean {
  const offered = targets.filter(({ place }) => place !== "computed");
  return (
    (offered.length === 0 || offered.some(({ place }) => found.has(place))) &&
    targets.every(({ place }) => place !== "computed" || found.has(place))
  );
}

async function tryAll(search: {
  targets: readonly Target[];
  found: Map<FindingPlace, Recipe>;
  secrets: readonly NumberedSecret[];
  contents: readonly Content[];
  bodies: readonly BodyVariant[];
  ingredients: Ingredients;
  /** The largest number of mistakes in one recipe. */
  limit: number;
}): Promise<void> {
  const { targets, found, secrets, contents, bodies, ingredients, limit } = search;
  for (const secret of secrets) {
    for (const key of keysOf(secret.text)) {
      const mac = await hmacWith(key.bytes);
      for (const content of contents) {
        const deviations = targets.flatMap(({ place, schemes, macs }) =>
          schemes.map((scheme) => ({
            place,
            macs,
            clues: [
              ...secret.clues,
              ...cluesOfKey(scheme, key.form),
              ...cluesOfContent(scheme, content, ingredients),
            ],
          })),
        );
        for (const body of bodies) {
          const isBetter = ({ place, clues }: (typeof deviations)[number]) =>
            clues.length + body.clues.length < (found.get(place)?.clues.length ?? limit + 1);
          const open = deviations.filter(isBetter);
          if (open.length === 0) {
            continue;
          }
          const made = await mac(content.build(body.bytes));
          for (const deviation of open) {
            if (isBetter(deviation) && deviation.macs.some((offered) => isEqual(offered, made))) {
              const clues = [...deviation.clues, ...body.clues];
              found.set(deviation.place, { clues, secretNumber: secret.number });
            }
          }
        }
      }
    }
  }
}

function contentsOf({ ids, timestamps }: Ingredients): Content[] {
  const distinct = [...new Set([...timestamps.service, ...timestamps.standard])];
  const isSeconds = /^\d{9,10}$/;
  const all = [...distinct, ...distinct.filter((text) => isSeconds.test(text)).map((text) => `${text}000`)];
  return [
    ...all.flatMap((timestamp): Content[] => [
      { form: "service", timestamp, build: (body) => serviceContent(timestamp, body) },
      ...ids.map(
        (id): Content => ({
          form: "standard",
          id,
          timestamp,
          build: (body) => standardContent(id, timestamp, body),
        }),
      ),
    ]),
    { form: "body", build: (body) => body },
    ...distinct.flatMap((timestamp): Content[] => [
      { form: "service without dots", timestamp, build: (body) => join(timestamp, body) },
      ...ids.map(
        (id): Content => ({
          form: "standard without dots",
          id,
          timestamp,
          build: (body) => join(id + timestamp, body),
        }),
      ),
    ]),
  ];
}

function cluesOfKey(scheme: Scheme, form: KeyForm): Clue[] {
  if (scheme === "standard") {
    return form === "decoded" ? [] : [proven("key_not_decoded")];
  }
  return form === "text" ? [] : [proven(form === "bare" ? "key_without_prefix" : "key_decoded")];
}

function cluesOfContent(scheme: Scheme, content: Content, { ids, timestamps }: Ingredients): Clue[] {
  const { form, id, timestamp } = content;
  if (form === "body") {
    return [proven("body_only")];
  }
  const clues: Clue[] = form.startsWith(scheme) ? [] : [proven("other_scheme")];
  if (form.endsWith("dots")) {
    clues.push(proven("separator_missing"));
  }
  if (id !== undefined && id !== ids[0]) {
    clues.push(proven("id_changed"));
  }
  const own = timestamps[scheme][0];
  if (timestamp === `${own}000`) {
    clues.push(proven("timestamp_in_milliseconds"));
  } else if (timestamp !== own) {
    clues.push({ ...proven("timestamp_changed"), detail: `${Math.abs(Number(timestamp) - Number(own))}` });
  }
  return clues;
}

/** A changed timestamp is usually a few seconds off: a proxy's own, or one that was replaced to pass as recent. */
function nearbyTimestamps({ timestamps }: Ingredients): Ingredients["timestamps"] {
  const around = ([own]: readonly string[]) =>
    own === undefined || !/^\d+$/.test(own)
      ? []
      : [
          own,
          ...Array.from({ length: 2 * searchedSeconds + 1 }, (_, index) =>
            String(Number(own) - searchedSeconds + index),
          ),
        ];
  return { service: around(timestamps.service), standard: around(timestamps.standard) };
}

const proven = (reason: DiagnosisReason): Clue => ({ reason, certainty: "proven" });

// Not in constant time: the secret's owner compares signatures that they already have.
export function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.byteLength === other.byteLength && one.every((byte, index) => byte === other[index]);
}
