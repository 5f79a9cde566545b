import { mailDomains, type Transaction } from "@zonepost/db";
import type { MailDomain, MailDomainPatch } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { changeRotationSchedule } from "../dkim/change-rotation-schedule.ts";
import { lockOwnMailDomain } from "../model/get-own-mail-domain.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { nextNoticeOf, nextRenewalOf } from "../model/plan-policy.ts";
import { readMailDomain } from "./list-mail-domains.ts";

export async function updateMailDomain(
  ctx: WorkspaceCtx,
  { domainName, autoRenew, dkimRotationDays }: MailDomainPatch & { domainName: string },
): Promise<MailDomain> {
  requireRight(ctx.actor, "mail:write");
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const row = await lockOwnMailDomain(tx, ctx, domainName);
    if (autoRenew !== undefined && autoRenew !== row.autoRenew) {
      await changeAutoRenew(tx, ctx, { ...row, autoRenew }, now);
    }
    if (dkimRotationDays !== undefined) {
      await changeRotationSchedule(tx, ctx, row, dkimRotationDays, now);
    }
  });
  return readMailDomain(ctx, domainName);
}

async function changeAutoRenew(
  tx: Transaction,
  ctx: WorkspaceCtx,
  changed: MailDomainRow,
  now: Date,
): Promise<void> {
  await tx
    .update(mailDomains)
    .set({
      autoRenew: changed.autoRenew,
      nextRenewalAt: nextRenewalOf(changed),
      nextNoticeAt: nextNoticeOf(changed, now),
    })
    .where(eq(mailDomains.id, changed.id));
  await audit(tx, ctx, {
    workspaceId: changed.workspaceId,
    action: "mail.auto_renew_changed",
    target: changed.domainName,
    details: { to: changed.autoRenew },
    occurredAt: now,
  });
}
