import { domains } from "@zonepost/db";
import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { processClaims } from "../../../kernel/due-work/process-claims.ts";
import { hourMs, minuteMs } from "../../../kernel/durations.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { RegistrarError } from "../ports.ts";
import { type DueColumn, retryWaitMs } from "../rules/retry-wait.ts";

/** Wall clock. Longer than the work on one domain takes, so an expired lease means a dead worker. */
const leaseMs = minuteMs;
const parallel = 8;

/**
 * Processes due domains in parallel, each leased to one worker. The column stays due until the work is done, so that a
 * domain leased to a dead worker isn't skipped. Domains still due afterwards have to wait.
 */
export async function processDueDomains(
  ctx: Ctx,
  due: DueColumn,
  signal: AbortSignal,
  work: (row: DomainRow) => Promise<void>,
): Promise<void> {
  const now = await ctx.clock.now();
  const processOne = async (row: DomainRow) => {
    const waitMs = await work(row).then(
      () => hourMs,
      (error: unknown) => waitAfter(ctx, due, row, error),
    );
    await release(ctx, row, due, waitMs);
  };
  await processClaims(parallel, signal, () => claimNext(ctx, due, now), processOne);
}

async function claimNext(ctx: Ctx, due: DueColumn, now: Date): Promise<DomainRow | undefined> {
  const wallNow = ctx.clock.wallNow();
  const next = ctx.db
    .select({ id: domains.id })
    .from(domains)
    .where(
      and(lte(domains[due], now), or(isNull(domains.workLeasedUntil), lte(domains.workLeasedUntil, wallNow))),
    )
    .orderBy(asc(domains[due]))
    .limit(1)
    .for("update", { skipLocked: true });
  const [row] = await ctx.db
    .update(domains)
    .set({ workLeasedUntil: new Date(wallNow.getTime() + leaseMs) })
    .where(eq(domains.id, sql`(${next})`))
    .returning();
  return row;
}

async function waitAfter(ctx: Ctx, due: DueColumn, row: DomainRow, error: unknown): Promise<number> {
  const isExpected = error instanceof AppError || error instanceof RegistrarError;
  ctx.log[isExpected ? "warn" : "error"]({ err: error, domain: row.name }, "work on a domain has to wait");
  const code = error instanceof AppError ? error.code : undefined;
  return retryWaitMs(due, row, code, await ctx.clock.now());
}

async function release(ctx: Ctx, row: DomainRow, due: DueColumn, waitMs: number): Promise<void> {
  const now = await ctx.clock.now();
  const later = new Date(now.getTime() + waitMs);
  const column = domains[due];
  await ctx.db
    .update(domains)
    .set({
      workLeasedUntil: null,
      [due]: sql`case when ${column} <= ${now.toISOString()} then ${later.toISOString()}::timestamptz else ${column} end`,
    })
    .where(
      and(
        eq(domains.id, row.id),
        row.workLeasedUntil ? eq(domains.workLeasedUntil, row.workLeasedUntil) : undefined,
      ),
    );
}
