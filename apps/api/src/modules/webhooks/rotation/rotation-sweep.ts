import { webhookEndpoints } from "@zonepost/db";
import { and, asc, isNotNull, lte } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import type { Sweep } from "../../../kernel/due-work/due-work.ts";
import { minuteMs } from "../../../kernel/durations.ts";
import { asRotationJob, rotationJob, switchToNext } from "./rotating-endpoint.ts";

const batchSize = 100;

/**
 * Stores the end of rotations whose overlap is over, by the wall clock. Deliveries don't wait for it: they are signed with
 * the new secret from the first moment.
 */
export function createRotationSweep(deps: Pick<Ctx, "db" | "clock" | "log">): Sweep {
  const ctx = asRotationJob(deps);
  return {
    name: rotationJob,
    wakeReasons: [],
    pollIntervalMs: minuteMs,
    async run(signal) {
      for (let ended = batchSize; ended === batchSize && !signal.aborted; ) {
        ended = await endRotations(ctx);
      }
    },
  };
}

async function endRotations(ctx: Ctx): Promise<number> {
  const now = await ctx.clock.now();
  const isOver = and(
    isNotNull(webhookEndpoints.nextSecretEncrypted),
    lte(webhookEndpoints.rotationEndsAt, ctx.clock.wallNow()),
  );
  return ctx.db.transaction(async (tx) => {
    const endpoints = await tx
      .select()
      .from(webhookEndpoints)
      .where(isOver)
      .orderBy(asc(webhookEndpoints.id))
      .limit(batchSize)
      .for("update", { skipLocked: true });
    for (const endpoint of endpoints) {
      await switchToNext(tx, ctx, endpoint, now);
    }
    return endpoints.length;
  });
}
