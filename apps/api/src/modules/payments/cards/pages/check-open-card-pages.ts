import { cardPages } from "@zonepost/db";
import { and, desc, eq, gt, isNotNull, lte } from "drizzle-orm";
import type { Ctx, WorkspaceCtx } from "../../../../kernel/ctx.ts";
import { forEachDueRow } from "../../../../kernel/due-work/due-rows.ts";
import type { DueRows } from "../../../../kernel/due-work/due-work.ts";
import { hourMs } from "../../../../kernel/durations.ts";
import type { PaymentPorts } from "../../ports.ts";
import { logWait, mayContinue } from "../../processor/call-processor.ts";
import { nextCheckAt } from "../policy.ts";
import type { CardPageRow } from "./find-card-page.ts";
import { reconcileCardPage } from "./reconcile-card-page.ts";

export const dueCardPages: DueRows = {
  table: cardPages,
  id: cardPages.id,
  workspaceId: cardPages.workspaceId,
  dueAt: cardPages.nextCheckAt,
};

/** Finds the cards whose notice was lost. If the processor doesn't respond, the other pages wait for the next run. */
export async function checkOpenCardPages(ctx: Ctx & PaymentPorts, signal: AbortSignal): Promise<void> {
  await forEachDueRow(ctx, dueCardPages, signal, async (id, now) => {
    const [page] = await ctx.db.select().from(cardPages).where(eq(cardPages.id, id));
    return page === undefined || (await checkPage(ctx, page, now));
  });
}

/** False if the processor doesn't respond. */
async function checkPage(ctx: Ctx & PaymentPorts, page: CardPageRow, now: Date): Promise<boolean> {
  const isAnswered = await mayContinue(ctx, { cardPage: page.id }, () => reconcileCardPage(ctx, page));
  // Unless the check has just ended it.
  await ctx.db
    .update(cardPages)
    .set({ nextCheckAt: nextCheckAt(page, now) })
    .where(and(eq(cardPages.id, page.id), lte(cardPages.nextCheckAt, now)));
  return isAnswered;
}

const recentMs = hourMs;
const maxRecentPages = 3;

/**
 * For a caller who is about to read the cards: a person can return from a page, and their program read the list, before
 * the notice arrives. Without an answer, the caller gets what is stored.
 */
export async function checkRecentCardPages(ctx: WorkspaceCtx & PaymentPorts): Promise<void> {
  const now = await ctx.clock.now();
  const pages = await ctx.db
    .select()
    .from(cardPages)
    .where(
      and(
        eq(cardPages.workspaceId, ctx.actor.workspaceId),
        isNotNull(cardPages.nextCheckAt),
        gt(cardPages.createdAt, new Date(now.getTime() - recentMs)),
      ),
    )
    .orderBy(desc(cardPages.id))
    .limit(maxRecentPages);
  await Promise.all(
    pages.map((page) =>
      reconcileCardPage(ctx, page, { isQuick: true }).catch((error: unknown) =>
        logWait(ctx, { cardPage: page.id }, error),
      ),
    ),
  );
}
