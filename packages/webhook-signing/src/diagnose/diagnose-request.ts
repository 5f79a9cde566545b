import { bytesOfBody } from "../body.ts";
import { WebhookVerificationError } from "../errors.ts";
import { readSecret } from "../read-secret.ts";
import { verify } from "../verify.ts";
import { utf8Text } from "./charset.ts";
import { cluesOfAccepted, cluesOfOwnCode, cluesOfRejected } from "./clues-of-recipes.ts";
import { findRecipes } from "./find-recipes.ts";
import { parseObject } from "./json-notations.ts";
import { likelyCauses } from "./likely-causes.ts";
import { readComputed, readSignatures } from "./read-signature.ts";
import { ageClues, fieldClues, readTimestamp, timeClues } from "./read-timestamp.ts";
import type { Clue } from "./reasons.ts";
import { recoverHeaders } from "./recover-headers.ts";
import { listHeaders, type SeenHeader } from "./seen-headers.ts";
import type { DiagnoseInput, Diagnosis } from "./types.ts";
import { toFinding } from "./words-of-clue.ts";

const defaultToleranceSeconds = 300;

/** {@link diagnose} itself. */
export async function diagnoseRequest(input: DiagnoseInput): Promise<Diagnosis> {
  const { toleranceSeconds = defaultToleranceSeconds, now } = input;
  const headers = listHeaders(input.headers);
  const { fields, clues: headerClues } = recoverHeaders(headers);
  const timestamp = readTimestamp(fields["X-Service-Timestamp"] ?? fields["webhook-timestamp"]);
  const isAccepted = await isAcceptedByVerify(
    { ...input, toleranceSeconds, now: now ?? timestamp ?? 0 },
    headers,
  );

  const secrets = [input.secret].flat().filter((secret) => !isEmpty(secret));
  const body = bytesOfBody(input.body) ?? new Uint8Array();
  const signatures = readSignatures(fields);
  const computed = readComputed(input.computed, fields);
  const recipes = await findRecipes([...signatures.targets, ...computed.targets], {
    secrets,
    body: new Uint8Array(body),
    ids: distinct(fields["webhook-id"], idIn(body)),
    timestamps: {
      service: candidates(fields["X-Service-Timestamp"], fields["webhook-timestamp"]),
      standard: candidates(fields["webhook-timestamp"], fields["X-Service-Timestamp"]),
    },
  });
  const ownClues = [...computed.clues, ...computed.targets.flatMap(() => cluesOfOwnCode(recipes))];
  if (isAccepted) {
    const offered = signatures.targets.map(({ place }) => place);
    const clues = cluesOfAccepted(recipes, offered, signatures.counts["webhook-signature"] ?? 0);
    const ofAge = ageClues({ timestamp, now, toleranceSeconds });
    return toDiagnosis(true, timestamp, [...clues, ...ofAge, ...signatures.clues, ...ownClues]);
  }

  const clues: Clue[] = [...headerClues, ...fieldClues(fields), ...signatures.clues];
  if (secrets.length === 0) {
    clues.unshift({ reason: "secret_missing", certainty: "proven" });
  } else if (bytesOfBody(input.body) === undefined) {
    clues.unshift({ reason: "body_not_raw", certainty: "proven" });
  } else if (signatures.targets.some(({ place }) => recipes.has(place))) {
    clues.push(...cluesOfRejected(recipes, clues), ...cluesOfList([input.secret].flat()));
    clues.push(...(timestamp === undefined ? [] : timeClues({ fields, timestamp, now, toleranceSeconds })));
  } else if (signatures.targets.length > 0 && !clues.some(({ reason }) => reason === "headers_missing")) {
    clues.push(...likelyCauses({ headers, body, secrets }));
  }
  return toDiagnosis(false, timestamp, [...clues, ...ownClues]);
}

const isEmpty = (secret: unknown) => typeof secret !== "string" || secret.trim() === "";

/** Unusable secrets next to a correct one: `verify` rejects the whole list. */
function cluesOfList(secrets: readonly string[]): Clue[] {
  return secrets.length < 2
    ? []
    : secrets.flatMap((secret, index): Clue[] =>
        typeof readSecret(secret) !== "string"
          ? []
          : [
              {
                reason: isEmpty(secret) ? "secret_missing" : "secret_malformed",
                certainty: "proven",
                detail: String(index + 1),
              },
            ],
      );
}

function toDiagnosis(isAccepted: boolean, timestamp: number | undefined, clues: readonly Clue[]): Diagnosis {
  return { isAccepted, timestamp, findings: clues.map(toFinding) };
}

/** The verdict of `verify` itself, on the headers as they were seen. */
async function isAcceptedByVerify(
  input: DiagnoseInput & { now: number },
  headers: readonly SeenHeader[],
): Promise<boolean> {
  const values = (name: string) => headers.filter((header) => header.name === name).map(({ value }) => value);
  const asSeen =
    typeof input.headers === "string"
      ? Object.fromEntries(headers.map(({ name }) => [name, values(name)]))
      : input.headers;
  try {
    await verify({ ...input, headers: asSeen });
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError && error.reason !== "invalid_option") {
      return false;
    }
    throw error;
  }
}

/** The texts that may have been signed as the timestamp: its own header, the other scheme's, and both as seconds. */
function candidates(own: string | undefined, other: string | undefined): string[] {
  return distinct(own ?? other, other, readTimestamp(own)?.toString(), readTimestamp(other)?.toString());
}

function distinct(...texts: (string | undefined)[]): string[] {
  return [...new Set(texts.filter((text) => text !== undefined))];
}

function idIn(body: Uint8Array): string | undefined {
  const id = parseObject(utf8Text(body) ?? "")?.id;
  return typeof id === "string" ? id : undefined;
}
