import { cardPages, type Transaction } from "@zonepost/db";
import { and, eq, isNotNull } from "drizzle-orm";
import type { Ctx } from "../../../../kernel/ctx.ts";
import type { IdAtProcessor, PaymentPorts, ReadOptions } from "../../ports.ts";
import { callProcessor, requireProcessor } from "../../processor/call-processor.ts";
import { recordNotice } from "../../processor/record-notice.ts";
import { reconcileCard } from "../reconcile-card.ts";
import type { CardPageRow } from "./find-card-page.ts";

/**
 * Reads an open page from the processor, and stores the card that was saved on it. The return to the panel, the notice,
 * the list and the sweep all end here; the first of them ends the page.
 */
export async function reconcileCardPage(
  ctx: Ctx & PaymentPorts,
  page: CardPageRow,
  { noticeId, isQuick }: { noticeId?: IdAtProcessor } & ReadOptions = {},
): Promise<void> {
  if (page.nextCheckAt === null) {
    return;
  }
  const processor = requireProcessor(ctx, page);
  const current = await callProcessor(() => processor.readCardPage(page.processorId, { isQuick }));
  if (current.state === "completed") {
    await reconcileCard(ctx, {
      workspaceId: page.workspaceId,
      processor: page.processor,
      cardId: current.cardId,
      noticeId,
      isQuick,
      addedBy: { actor: page.openedBy, requestId: page.requestId },
      whenStored: (tx, row) => endPage(tx, page.id, row?.id ?? null),
    });
  } else if (current.state === "expired") {
    await ctx.db.transaction(async (tx) => {
      if (noticeId === undefined || (await recordNotice(tx, noticeId))) {
        await endPage(tx, page.id, null);
      }
    });
  }
}

async function endPage(tx: Transaction, id: string, paymentMethodId: string | null): Promise<void> {
  await tx
    .update(cardPages)
    .set({ nextCheckAt: null, paymentMethodId })
    .where(and(eq(cardPages.id, id), isNotNull(cardPages.nextCheckAt)));
}
