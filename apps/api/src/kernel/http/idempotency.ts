import { createHash } from "node:crypto";
import { idempotencyKeys } from "@zonepost/db";
import { and, desc, eq, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import { actorKey } from "../actor.ts";
import type { OperatorCtx, PersonCtx, Queryable, WorkspaceCtx } from "../ctx.ts";
import { declareError, invalid } from "../errors.ts";
import { newId } from "../ids.ts";

const keyReused = declareError("invalid", "idempotency_key_reused", {
  message: "This Idempotency-Key was already used for a different request. Use a new key.",
  cause: "The Idempotency-Key was already used with a different request body.",
  fix: "Use a new key for each new request. Reuse a key only to repeat the same request.",
});

const keyInFlight = declareError("conflict", "idempotency_key_in_flight", {
  message: "An earlier request with the same key is still in progress. Try again in a moment.",
  options: () => ({ retryAfterSeconds: 5 }),
  cause: "A request with the same Idempotency-Key is still in progress.",
  fix: "Wait a moment, then send the same request again to get the first one's response.",
});

export type KeptAnswer = { status: number; body: string };
export type IdempotentRequest = { method: string; path: string; key: string; query: string; body: string };

const keptHours = 24;
const leaseSeconds = 60;

/**
 * The refusals stored per actor, since refused requests are cheap to send. A repeat of an older one is judged again,
 * which is safe: it changed nothing.
 */
const keptRefusals = 1_000;
/** In characters. A longer refusal isn't stored. */
const maxRefusalLength = 8_000;
const firstRefusalStatus = 400;

/** After these, a retry can get another response: signed in again, paid with another card, or later. */
const temporaryStatuses: readonly number[] = [401, 402, 429];

/** Whether repeats get the same response. */
export const isFinalStatus = (status: number) => status < 500 && !temporaryStatuses.includes(status);

/** A response as it is stored: fields shown only once are never kept. */
export function withoutOnceOnly(value: unknown, fields: readonly string[] = []): unknown {
  if (typeof value !== "object" || value === null || fields.length === 0) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).filter(([name]) => !fields.includes(name)));
}

/**
 * Runs `work` once per key. For 24 hours, repeats get the stored response; concurrent repeats and other bodies are
 * refused. If the process dies, its lease ends and the key runs again.
 */
export async function answerOnce(
  ctx: WorkspaceCtx | PersonCtx | OperatorCtx,
  request: IdempotentRequest,
  work: () => Promise<KeptAnswer & { keptBody: string }>,
): Promise<KeptAnswer & { isReplayed: boolean }> {
  if (!/^[\x21-\x7e]{1,255}$/.test(request.key)) {
    throw invalid([
      { pointer: "/header/Idempotency-Key", message: "Use 1 to 255 visible ASCII characters." },
    ]);
  }
  const row = {
    // A person's own account belongs to no workspace, and neither does an operator: their id scopes the key.
    workspaceId: "workspaceId" in ctx.actor ? ctx.actor.workspaceId : ctx.actor.userId,
    actorId: actorKey(ctx.actor),
    method: request.method,
    path: request.path,
    key: request.key,
  };
  const isRow = and(
    eq(idempotencyKeys.workspaceId, row.workspaceId),
    eq(idempotencyKeys.actorId, row.actorId),
    eq(idempotencyKeys.method, row.method),
    eq(idempotencyKeys.path, row.path),
    eq(idempotencyKeys.key, row.key),
  );
  const requestHash = createHash("sha256").update(`${request.query}\n${request.body}`).digest("hex");
  const claimId = newId();
  const leaseUntil = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;
  const isPastRetention = lt(idempotencyKeys.createdAt, sql`now() - make_interval(hours => ${keptHours})`);
  const claim = { requestHash, claimId, leaseUntil, status: null, body: null, createdAt: sql<Date>`now()` };

  const claimed = await ctx.db
    .insert(idempotencyKeys)
    .values({ ...row, ...claim })
    .onConflictDoUpdate({
      target: [
        idempotencyKeys.workspaceId,
        idempotencyKeys.actorId,
        idempotencyKeys.method,
        idempotencyKeys.path,
        idempotencyKeys.key,
      ],
      set: claim,
      setWhere: sql`${isPastRetention} or (${isNull(idempotencyKeys.status)} and ${lt(idempotencyKeys.leaseUntil, sql`now()`)} and ${eq(idempotencyKeys.requestHash, requestHash)})`,
    })
    .returning({ claimId: idempotencyKeys.claimId });

  if (claimed.length === 0) {
    const [earlier] = await ctx.db.select().from(idempotencyKeys).where(isRow);
    if (earlier && earlier.requestHash !== requestHash) {
      throw keyReused();
    }
    if (earlier?.status == null) {
      throw keyInFlight();
    }
    return { status: earlier.status, body: earlier.body ?? "", isReplayed: true };
  }

  const isOurs = and(isRow, eq(idempotencyKeys.claimId, claimId));
  const forget = () => ctx.db.delete(idempotencyKeys).where(isOurs);
  const answer = await work().catch(async (error: unknown) => {
    await forget();
    throw error;
  });
  try {
    const isRefusal = answer.status >= firstRefusalStatus;
    if (!isFinalStatus(answer.status) || (isRefusal && answer.keptBody.length > maxRefusalLength)) {
      await forget();
    } else {
      await ctx.db
        .update(idempotencyKeys)
        .set({ status: answer.status, body: answer.keptBody })
        .where(isOurs);
    }
    if (isRefusal) {
      await forgetOldRefusals(ctx.db, row);
    }
  } catch (error) {
    // The work is done: its key must be kept, or a repeat would do it again while the claim lasts.
    ctx.log.error(
      { err: error, requestId: ctx.requestId },
      "could not store the response for its Idempotency-Key",
    );
  }
  return { status: answer.status, body: answer.body, isReplayed: false };
}

async function forgetOldRefusals(
  db: Queryable,
  { workspaceId, actorId }: { workspaceId: string; actorId: string },
): Promise<void> {
  const old = db
    .select({ claimId: idempotencyKeys.claimId })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.workspaceId, workspaceId),
        eq(idempotencyKeys.actorId, actorId),
        gte(idempotencyKeys.status, firstRefusalStatus),
      ),
    )
    .orderBy(desc(idempotencyKeys.createdAt))
    .offset(keptRefusals);
  await db
    .delete(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.workspaceId, workspaceId),
        eq(idempotencyKeys.actorId, actorId),
        inArray(idempotencyKeys.claimId, old),
      ),
    );
}
