import { mailDomains, type Transaction } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import { isCurrent, isNotErasedAt, type MailDomainRow } from "../model/mail-domain-row.ts";
import { isUnpaidAt, nextDatesOf } from "../model/plan-policy.ts";
import { wakeMailHosts } from "../model/wake-mail-hosts.ts";

type OwnMail = { workspaceId: string; domainName: string };

const isOwn = ({ workspaceId, domainName }: OwnMail, now: Date) =>
  and(
    eq(mailDomains.workspaceId, workspaceId),
    eq(mailDomains.domainName, domainName),
    isCurrent,
    isNotErasedAt(now),
  );

export const hasMail = async (db: Queryable, own: OwnMail, now: Date): Promise<boolean> =>
  (await db.$count(mailDomains, isOwn(own, now))) > 0;

/** Ends the paid term now, because its payment was lost: mail is suspended as unpaid. It isn't renewed meanwhile. */
export const interruptPlan = (ctx: Ctx, own: OwnMail): Promise<void> =>
  changePlan(ctx, own, "mail.suspended_unpaid", (row, now) =>
    row.interruptedPaidUntil !== null || isUnpaidAt(row, now)
      ? undefined
      : { paidUntil: now, interruptedPaidUntil: row.paidUntil },
  );

/** Continues the term that was interrupted. */
export const resumePlan = (ctx: Ctx, own: OwnMail): Promise<void> =>
  changePlan(ctx, own, "mail.resumed_paid", ({ interruptedPaidUntil }) =>
    interruptedPaidUntil === null
      ? undefined
      : { paidUntil: interruptedPaidUntil, interruptedPaidUntil: null },
  );

type Term = Pick<MailDomainRow, "paidUntil" | "interruptedPaidUntil">;

async function changePlan(
  ctx: Ctx,
  own: OwnMail,
  action: string,
  termAfter: (row: MailDomainRow, now: Date) => Term | undefined,
): Promise<void> {
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx: Transaction) => {
    const [row] = await tx.select().from(mailDomains).where(isOwn(own, now)).for("update");
    const term = row && termAfter(row, now);
    if (!row || !term) {
      return;
    }
    const after = { ...row, ...term };
    const isInUse = row.deactivatedAt === null;
    await tx
      .update(mailDomains)
      .set({
        ...term,
        ...(isInUse ? nextDatesOf(after, now) : { nextRenewalAt: null, nextNoticeAt: null }),
      })
      .where(eq(mailDomains.id, row.id));
    await wakeMailHosts(tx);
    await audit(tx, ctx, {
      workspaceId: row.workspaceId,
      action,
      target: row.domainName,
      details: { expiresAt: term.paidUntil.toISOString() },
      occurredAt: now,
    });
  });
}
