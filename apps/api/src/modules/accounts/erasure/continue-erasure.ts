import { erasures, type Transaction } from "@zonepost/db";
import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { hourMs } from "../../../kernel/durations.ts";
import { addCount, personSteps, takeStep, workspaceSteps } from "../../../kernel/erasure/erase-rows.ts";
import { publicId } from "../../../kernel/ids.ts";
import { enqueueEmail } from "../email/enqueue-email.ts";
import { erasedEmail } from "./erasure-email.ts";
import { describeHolds } from "./erasure-policy.ts";
import type { ErasurePorts } from "./erasure-ports.ts";

type ErasureRow = typeof erasures.$inferSelect;
export type ErasureResult = { counts: Record<string, number> } & (
  | { state: "finished" | "busy" | "waits_for_processor" | "stopped" }
  /** Something was bought meanwhile, by a request that had begun before. */
  | { state: "held"; holds: string[] }
);

const leaseMs = 120_000;
/** Small enough that nothing else waits noticeably for their locks. */
const batchSize = 2_000;

/**
 * Deletes the rows and makes those anonymous that stay, in batches. Each is a transaction of its own with its count, so a
 * process that is killed loses nothing, and any other goes on.
 */
export async function continueErasure(
  ctx: Ctx & ErasurePorts,
  id: string,
  { signal, batchRows = batchSize }: { signal?: AbortSignal; batchRows?: number } = {},
): Promise<ErasureResult> {
  const row = await claim(ctx, id);
  if (!row) {
    const [ended] = await ctx.db.select().from(erasures).where(eq(erasures.id, id));
    return { state: ended?.finishedAt ? "finished" : "busy", counts: ended?.counts ?? {} };
  }
  const counts = { ...row.counts };
  if (row.subject === "workspace" && row.subjectId && ctx.deleteCustomers) {
    await ctx.deleteCustomers(row.subjectId);
  }
  // Until a whole pass finds nothing: a request that had begun before may have written after the first.
  for (let isClean = false; !isClean; ) {
    isClean = true;
    for (const step of stepsOf(ctx, row)) {
      // A batch can be small because another erasure has changed its rows meanwhile, so only an empty one is the last.
      for (let count = -1; count !== 0; ) {
        if (signal?.aborted) {
          await release(ctx, id, null);
          return { state: "stopped", counts };
        }
        count = await ctx.db.transaction(async (tx) => {
          const changed = await takeStep(tx, step, batchRows);
          addCount(counts, step.table, changed);
          await tx
            .update(erasures)
            .set({ counts, leasedUntil: new Date(ctx.clock.wallNow().getTime() + leaseMs) })
            .where(eq(erasures.id, id));
          return changed;
        });
        isClean &&= count === 0;
      }
    }
  }
  return finish(ctx, row, counts);
}

async function claim(ctx: Ctx, id: string): Promise<ErasureRow | undefined> {
  const wallNow = ctx.clock.wallNow();
  const [row] = await ctx.db
    .update(erasures)
    .set({ leasedUntil: new Date(wallNow.getTime() + leaseMs) })
    .where(
      and(
        eq(erasures.id, id),
        isNull(erasures.finishedAt),
        or(isNull(erasures.leasedUntil), lte(erasures.leasedUntil, wallNow)),
      ),
    )
    .returning();
  return row;
}

async function release(ctx: Ctx, id: string, nextStepAt: Date | null): Promise<void> {
  await ctx.db
    .update(erasures)
    .set({ leasedUntil: null, ...(nextStepAt && { nextStepAt }) })
    .where(eq(erasures.id, id));
}

/** After a failure, such as a processor that is away. */
export async function retryLater(ctx: Ctx, id: string): Promise<void> {
  const now = await ctx.clock.now();
  await release(ctx, id, new Date(now.getTime() + hourMs / 4));
}

function stepsOf({ erasureRules }: ErasurePorts, row: ErasureRow) {
  const { id, subject, subjectId, addresses, salt, startedAt } = row;
  if (subjectId === null) {
    return [];
  }
  return subject === "person"
    ? personSteps(erasureRules, { userId: subjectId, anonymousId: id, addresses, startedAt })
    : workspaceSteps(erasureRules, { workspaceId: subjectId, salt: salt ?? id });
}

async function finish(
  ctx: Ctx & ErasurePorts,
  row: ErasureRow,
  counts: Record<string, number>,
): Promise<ErasureResult> {
  const { id, subject, subjectId } = row;
  const now = await ctx.clock.now();
  if (subjectId === null) {
    throw new Error("an unfinished erasure has lost its subject");
  }
  if (subject === "workspace") {
    const holds = describeHolds(await ctx.countHolds(ctx.db, subjectId));
    if (holds.length > 0) {
      ctx.log.error({ workspaceId: subjectId, holds }, "the erasure of a workspace has to wait");
      await release(ctx, id, new Date(now.getTime() + hourMs));
      return { state: "held", holds, counts };
    }
    if ((await ctx.countCustomers(ctx.db, subjectId)) > 0) {
      await release(ctx, id, now);
      return { state: "waits_for_processor", counts };
    }
  }
  const subjectName = publicId(subject === "person" ? "usr" : "wsp", subjectId);
  // Without what leads to the person; the workspace's ID is anonymous by now.
  const target = subject === "person" ? publicId("usr", id) : subjectName;
  await ctx.db.transaction(async (tx: Transaction) => {
    await tx
      .update(erasures)
      .set({
        subjectId: subject === "person" ? null : subjectId,
        addresses: [],
        salt: null,
        counts,
        nextStepAt: null,
        leasedUntil: null,
        finishedAt: now,
      })
      .where(eq(erasures.id, id));
    await audit(tx, ctx, {
      workspaceId: null,
      action: `${subject}.erased`,
      target,
      details: { requestedBy: row.requestedBy, counts },
      occurredAt: now,
    });
    if (ctx.operatorEmail !== undefined) {
      const email = erasedEmail({ subject, id: subjectName, at: now });
      await enqueueEmail(tx, ctx, { ...email, to: ctx.operatorEmail }, now);
    }
  });
  ctx.log.info({ subject, id: subjectName }, "erased");
  return { state: "finished", counts };
}

/** Erasures that a killed process left, or that wait for the processor. */
export const dueErasures = {
  table: erasures,
  id: erasures.id,
  workspaceId: sql`${erasures.id}`,
  dueAt: erasures.nextStepAt,
};
