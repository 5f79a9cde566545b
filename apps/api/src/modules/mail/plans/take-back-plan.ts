import { mailDomains, type Transaction } from "@zonepost/db";
import { and, eq, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import { isNotErasedAt, type MailDomainRow } from "../model/mail-domain-row.ts";
import {
  type BoughtPlan,
  isUnpaidAt,
  nextDatesOf,
  type PaidPlan,
  planWithout,
} from "../model/plan-policy.ts";
import { planOf } from "../model/policy.ts";
import { wakeMailHosts } from "../model/wake-mail-hosts.ts";

export type RefundedPlan = {
  workspaceId: string;
  domainName: string;
  bought: BoughtPlan;
  /** Bought afterwards, and kept. */
  later: readonly BoughtPlan[];
};

/** What the plan would be once it is taken back. Undefined if there is nothing to take back. */
export async function findPlanWithout(
  db: Queryable,
  refunded: RefundedPlan,
  now: Date,
): Promise<PaidPlan | undefined> {
  const [row] = await selectMail(db, refunded, now);
  return row && planWithout(row, refunded.bought, refunded.later, now);
}

/**
 * Takes back what a refund has returned the price of. Nothing is erased: mail whose plan ends is suspended as unpaid, and
 * isn't charged again until a person pays. False if there was nothing to take back.
 */
export async function takeBackPlan(
  tx: Transaction,
  ctx: Ctx,
  refunded: RefundedPlan,
  now: Date,
): Promise<boolean> {
  const [row] = await selectMail(tx, refunded, now).for("update");
  const after = row && planWithout(row, refunded.bought, refunded.later, now);
  if (!row || !after) {
    return false;
  }
  const { planSlug, nextPlanSlug, paidUntil } = after;
  const { maxAccounts, storageGigabytes } = planOf(planSlug);
  await tx
    .update(mailDomains)
    .set({
      planSlug,
      nextPlanSlug,
      paidUntil,
      maxAccounts,
      storageGigabytes,
      ...datesAfter(row, after, now),
    })
    .where(eq(mailDomains.id, row.id));
  await wakeMailHosts(tx);
  await audit(tx, ctx, {
    workspaceId: row.workspaceId,
    action: "mail.plan_taken_back",
    target: row.domainName,
    details: { planSlug, expiresAt: paidUntil.toISOString() },
    occurredAt: now,
  });
  return true;
}

function datesAfter(row: MailDomainRow, after: PaidPlan, now: Date) {
  const isInUse = row.leftAt === null && row.deactivatedAt === null;
  if (isUnpaidAt(after, now)) {
    return { autoRenew: false, nextRenewalAt: null, nextNoticeAt: isInUse ? now : null };
  }
  const renewed = { ...row, ...after };
  return isInUse ? nextDatesOf(renewed, now) : {};
}

/** Also of a domain that has left: its mail can come back. */
const selectMail = (db: Queryable, { workspaceId, domainName }: RefundedPlan, now: Date) =>
  db
    .select()
    .from(mailDomains)
    .where(
      and(
        eq(mailDomains.workspaceId, workspaceId),
        eq(mailDomains.domainName, domainName),
        isNotErasedAt(now),
      ),
    )
    .orderBy(sql`${mailDomains.leftAt} desc nulls first`)
    .limit(1);
