import {
  generateSecret,
  type VerifyInput,
  verify,
  WebhookVerificationError,
} from "@zonepost/webhook-signing";
import { cluesOfAccepted, cluesOfAge, cluesOfOwnCode, cluesOfUncheckedAge } from "./clues-of-recipes.ts";
import { findRecipes } from "./find-recipes.ts";
import { likelyCauses } from "./likely-causes.ts";
import { type Fields, readHeaders, recoverFields, valuesByName } from "./read-headers.ts";
import { readComputed, readSignatures } from "./read-signatures.ts";
import { type Clue, type Finding, proven, toFinding } from "./words.ts";

export type DiagnoseInput = {
  /** Pasted text: lines of `name: value`, the output of `curl -v`, or a logged object. */
  headers: string;
  /** The text that the receiver verified. */
  body: string;
  /** The secrets that the receiver used, in its order, with any spaces around them. */
  secrets: readonly string[];
  /** When the receiver verified the request, in Unix seconds. Without it, the age isn't checked. */
  now?: number | undefined;
  /** The signature that the receiver's own code calculated, in hex or base64. */
  computed?: string;
};

export type Diagnosis = {
  /** Whether `verify` accepts this request at `now`, or on arrival if `now` isn't given. */
  isAccepted: boolean;
  /** The timestamp that the headers name, in Unix seconds; undefined if there is none. */
  timestamp: number | undefined;
  /** At least one, the most important first. */
  findings: Finding[];
};

/**
 * Explains why `verify` accepts or rejects a request, by undoing known mistakes until a signature matches. It uses no
 * clock and no network, and keeps nothing. Its result would help a forger: show it only to the secret's owner.
 */
export async function diagnose({ body, secrets, now, ...seen }: DiagnoseInput): Promise<Diagnosis> {
  const headers = readHeaders(seen.headers);
  const { fields, clues: headerClues } = recoverFields(headers);
  const id = fields["webhook-id"];
  const timestampText = fields["X-Service-Timestamp"] ?? fields["webhook-timestamp"];
  // Longer ones are in milliseconds, or beyond what a Date can hold.
  const timestamp = /^\d{1,12}$/.test(timestampText ?? "") ? Number(timestampText) : undefined;
  const signatures = readSignatures(fields);
  const computed = readComputed(seen.computed, signatures);
  const targets = [...signatures, ...computed.targets];
  const recipes = await findRecipes(targets, { secrets, body, id, timestamp: timestampText });
  const ownClues = [...computed.clues, ...(computed.targets.length > 0 ? cluesOfOwnCode(recipes) : [])];
  const toDiagnosis = (isAccepted: boolean, clues: Clue[]): Diagnosis => ({
    isAccepted,
    timestamp,
    findings: [...clues, ...ownClues].map(toFinding),
  });

  const arrival = { headers: valuesByName(headers), body, secret: secrets, now: now ?? timestamp ?? 0 };
  if ((await rejectionOf(arrival)) === undefined) {
    const ageClues = now === undefined && timestamp !== undefined ? cluesOfUncheckedAge(timestamp) : [];
    return toDiagnosis(true, [...cluesOfAccepted(recipes, signatures), ...ageClues]);
  }
  const malformed = await malformedHeaders(fields);
  if (malformed) {
    return toDiagnosis(false, [...headerClues, malformed]);
  }
  const unusable = await unusableSecrets(secrets);
  const [recipe] = signatures
    .flatMap(({ place }) => recipes.get(place) ?? [])
    .sort((one, other) => one.reasons.length - other.reasons.length);
  if (!recipe) {
    const areUsable = unusable.length === 0;
    return toDiagnosis(false, [...headerClues, ...likelyCauses({ id, body, secrets, areUsable })]);
  }
  // `verify` rejects a list for any of its secrets.
  const other = unusable.find((number) => number !== recipe.secretNumber || recipe.reasons.length === 0);
  return toDiagnosis(false, [
    ...headerClues,
    ...recipe.reasons.map((reason) => proven(reason)),
    ...(other === undefined ? [] : [proven("secret_malformed", String(other))]),
    ...cluesOfAge(timestamp, now),
  ]);
}

async function rejectionOf(input: VerifyInput): Promise<WebhookVerificationError | undefined> {
  try {
    await verify(input);
    return undefined;
  } catch (error) {
    if (error instanceof WebhookVerificationError) {
      return error;
    }
    throw error;
  }
}

/** The reason for which `verify` rejects these headers with any secret, body and time. */
async function malformedHeaders(headers: Fields): Promise<Clue | undefined> {
  const toleranceSeconds = Number.MAX_SAFE_INTEGER;
  const secret = generateSecret();
  const rejection = await rejectionOf({ headers, body: "", secret, toleranceSeconds });
  if (!rejection || rejection.reason === "no_matching_signature") {
    return undefined;
  }
  return rejection.reason === "missing_headers"
    ? proven("headers_missing")
    : proven("headers_malformed", rejection.message);
}

/** The numbers of the secrets that `verify` can't use, counted from 1. */
async function unusableSecrets(secrets: readonly string[]): Promise<number[]> {
  const rejections = await Promise.all(
    secrets.map((secret) => rejectionOf({ headers: {}, body: "", secret })),
  );
  return rejections.flatMap((rejection, index) =>
    rejection?.reason === "invalid_secret" ? [index + 1] : [],
  );
}
