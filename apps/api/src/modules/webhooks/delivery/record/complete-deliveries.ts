import type { Db } from "@zonepost/db";
import type { Queryable } from "../../../../kernel/ctx.ts";
import { type CaughtUp, countCaughtUp } from "../../model/count-caught-up.ts";
import { countFault } from "../../model/count-fault.ts";
import {
  type AttemptedResult,
  concernsHealth,
  type DeliveryResult,
  isAttempted,
  isDelivered,
  isOfStage,
  ourStages,
  planOf,
} from "./delivery-result.ts";
import { recordAttempts } from "./record-attempts.ts";
import { lockEndpoints, type RecordCtx, recordHealth } from "./record-health.ts";
import { recordSkips } from "./record-skips.ts";

/**
 * Records many results. Drops a result whose claim was lost: its lease ended and another worker took it, or the endpoint
 * was deleted.
 */
export async function completeDeliveries(ctx: RecordCtx, results: readonly DeliveryResult[]): Promise<void> {
  const troubled = new Set(
    results
      .filter((result) => concernsHealth(result) && !isDelivered(result))
      .map(({ claim }) => claim.endpointId),
  );
  const attempts = results.filter(isAttempted);
  const quick = attempts.filter((result) =>
    concernsHealth(result) ? !troubled.has(result.claim.endpointId) : planOf(result).nextAt === null,
  );
  const recorded = quick.length > 0 ? await recordHealthy(ctx.db, quick) : new Set<string>();
  const rest = results.filter(({ claim }) => !recorded.has(claim.deliveryId));
  if (rest.length > 0) {
    await recordWithHealth(ctx, rest);
  }
  for (const stage of ourStages) {
    await countFault(ctx.db, stage, results.filter((result) => isOfStage(result, stage)).length);
  }
}

/**
 * Only successes, and last attempts that don't change health: while their endpoints are healthy, one statement does it all,
 * unless catch-ups count them.
 */
async function recordHealthy(db: Db, results: readonly AttemptedResult[]): Promise<Set<string>> {
  const record = (queryable: Queryable) => recordAttempts(queryable, results, { ofHealthyEndpoints: true });
  if (results.every(({ claim }) => claim.catchUpId === null)) {
    return record(db);
  }
  return db.transaction(async (tx) => {
    const kept = await record(tx);
    await countCaughtUp(tx, caughtUpOf(results, kept));
    return kept;
  });
}

const caughtUpOf = (results: readonly AttemptedResult[], kept: ReadonlySet<string>): CaughtUp[] =>
  results
    .filter(({ claim }) => kept.has(claim.deliveryId))
    .map((result) => ({ ...result.claim, status: planOf(result).status }));

async function recordWithHealth(ctx: RecordCtx, results: readonly DeliveryResult[]): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const endpoints = await lockEndpoints(tx, results);
    const attempts = results.filter(isAttempted);
    const attempted = await recordAttempts(tx, attempts, { ofHealthyEndpoints: false });
    const unsent = results.filter((result) => !isAttempted(result));
    const skipped = await recordSkips(tx, unsent);
    const kept = new Set([...attempted, ...skipped.keys()]);
    await countCaughtUp(tx, [
      ...caughtUpOf(attempts, attempted),
      ...unsent.map(
        ({ claim }): CaughtUp => ({ ...claim, status: skipped.get(claim.deliveryId) ?? "pending" }),
      ),
    ]);
    for (const endpoint of endpoints) {
      const outcomes = results.filter(
        (result) =>
          concernsHealth(result) &&
          result.claim.endpointId === endpoint.id &&
          // What the old URL answers after a move says nothing about the new one.
          result.claim.endpoint?.url === endpoint.url &&
          kept.has(result.claim.deliveryId),
      );
      await recordHealth(tx, ctx, endpoint, outcomes);
    }
  });
}
