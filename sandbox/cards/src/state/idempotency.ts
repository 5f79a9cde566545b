import { createHash } from "node:crypto";
import type postgres from "postgres";
import { Refusal } from "../stripe-error.ts";

/** A request with an idempotency key. The same key with other content is an error. */
export type KeyedRequest = { key: string; method: string; path: string; body: string };

export type StoredAnswer = { requestId: string; status: number; body: string };

const keyLock = 7_305_101;
export const maxKeyLength = 255;

/**
 * Holds the key until the transaction ends. Returns the first answer if the request was executed in the last 24 hours,
 * whatever that answer was.
 */
export async function takeKey(
  tx: postgres.TransactionSql,
  request: KeyedRequest,
): Promise<StoredAnswer | undefined> {
  const [lock] = await tx<{ held: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${request.key}, ${keyLock})) as held`;
  if (!lock?.held) {
    throw new Refusal(409, {
      type: "idempotency_error",
      code: "idempotency_key_in_use",
      message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${request.key}. Please try again later.`,
    });
  }
  await tx`delete from cards.idempotency_keys where created_at < now() - interval '24 hours'`;
  const [row] = await tx<(StoredAnswer & { hash: string })[]>`
    select request_hash as hash, request_id as "requestId", status, body
    from cards.idempotency_keys where key = ${request.key}`;
  if (row && row.hash !== hashOf(request)) {
    throw new Refusal(400, {
      type: "idempotency_error",
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${request.key}' if you meant to execute a different request.`,
    });
  }
  return row;
}

export async function keepAnswer(
  tx: postgres.TransactionSql,
  request: KeyedRequest,
  answer: StoredAnswer,
): Promise<void> {
  await tx`
    insert into cards.idempotency_keys (key, request_hash, request_id, status, body)
    values (${request.key}, ${hashOf(request)}, ${answer.requestId}, ${answer.status}, ${answer.body})`;
}

/** Only a hash is stored, because a body may contain personal data. */
function hashOf({ method, path, body }: KeyedRequest): string {
  return createHash("sha256").update(`${method} ${path}\n${body}`).digest("hex");
}
