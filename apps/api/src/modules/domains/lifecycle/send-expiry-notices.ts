import { domainExpiryNotices, domains, type Transaction } from "@zonepost/db";
import { asc, eq, lte } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { emit } from "../../webhooks/index.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { recordHistory } from "../notifications/record-history.ts";
import type { DomainPorts } from "../ports.ts";
import { isExpiryDelayed, longestExpiryDelayDays } from "../rules/expiry.ts";
import { currentNoticeWindow, nextNoticeAt } from "../rules/notices.ts";
import { addDays, scheduleOf } from "../rules/schedule.ts";
import { findRenewalFailure } from "./find-renewal-failure.ts";

const batchSize = 100;

/**
 * Sends the notices due by `now`: one batch in one transaction, each once thanks to its unique key. Returns the number
 * of domains examined; fewer than a batch means nothing more is due.
 */
export async function sendExpiryNotices(ctx: NoticeCtx, now: Date): Promise<{ isDone: boolean }> {
  return ctx.db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(domains)
      .where(lte(domains.nextNoticeAt, now))
      .orderBy(asc(domains.nextNoticeAt))
      .limit(batchSize)
      .for("update", { skipLocked: true });
    for (const domain of due) {
      await recordNotice(tx, ctx, domain, now);
    }
    return { isDone: due.length < batchSize };
  });
}

type NoticeCtx = Ctx & Pick<DomainPorts, "registrars" | "domainOrders">;

/** A renewal is paid, or auto-renew hasn't been tried yet because no worker ran. */
async function waitsForRegistry(
  tx: Transaction,
  { domainOrders }: NoticeCtx,
  domain: DomainRow,
  now: Date,
): Promise<boolean> {
  const isPaid = await domainOrders.isRenewalPaid(tx, domain);
  const failure = await findRenewalFailure(tx, domain);
  return isExpiryDelayed(domain, { isPaid, failureCode: failure?.code }, now);
}

async function recordNotice(tx: Transaction, ctx: NoticeCtx, domain: DomainRow, now: Date): Promise<void> {
  const windowDays = currentNoticeWindow(domain.paidUntil, now);
  const isEnd = windowDays === 0;
  if (isEnd && domain.status === "active" && (await waitsForRegistry(tx, ctx, domain, now))) {
    const nextNoticeAt = addDays(domain.paidUntil, longestExpiryDelayDays);
    await tx.update(domains).set({ nextNoticeAt }).where(eq(domains.id, domain.id));
    return;
  }
  const isKept = domain.status === "active" || domain.status === "expired";
  // Deleted before its date, because its registry would have kept the fee of a renewal.
  const isDeletedUnpaid = isEnd && domain.status === "redemption";
  const ends = isEnd && domain.status === "active";
  const ended = scheduleOf({ ...domain, status: "expired" }, ctx.registrars.rulesOf(domain.tld), now);
  await tx
    .update(domains)
    .set(
      ends
        ? { ...ended, status: "expired", statusEndsAt: ended.nextDeletionAt, version: domain.version + 1 }
        : { nextNoticeAt: isKept ? nextNoticeAt(domain.paidUntil, now) : null },
    )
    .where(eq(domains.id, domain.id));
  if (windowDays === undefined || !(isKept || isDeletedUnpaid)) {
    return;
  }
  const given = await tx
    .insert(domainExpiryNotices)
    .values({ domainId: domain.id, paidUntil: domain.paidUntil, windowDays, createdAt: now })
    .onConflictDoNothing()
    .returning({ windowDays: domainExpiryNotices.windowDays });
  if (given.length === 0) {
    return;
  }

  const expiresAt = domain.paidUntil.toISOString();
  const announce = { workspaceId: domain.workspaceId, createdAt: now };
  if (windowDays === 0) {
    await emit(tx, { ...announce, type: "domain.expired", data: { name: domain.name, expiresAt } });
  } else {
    await emit(tx, {
      ...announce,
      type: "domain.expiring_soon",
      data: { name: domain.name, expiresAt, windowDays, autoRenew: domain.autoRenew },
    });
  }
  await recordHistory(tx, ctx, [
    {
      domain,
      kind: "expiry",
      action: isEnd ? "domain.expired" : "domain.expiry_notice",
      summary: isEnd
        ? "Expired without renewal"
        : `Expires within ${windowDays} ${windowDays === 1 ? "day" : "days"}`,
      details: { expiresAt, windowDays },
      occurredAt: now,
    },
  ]);
}
