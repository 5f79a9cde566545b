import { mailDomains } from "@zonepost/db";
import type { MailDomain, MailDomainPatch } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { lockOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { nextNoticeOf, nextRenewalOf } from "../model/plan-policy.ts";
import { readMailDomain } from "./list-mail-domains.ts";

export async function updateMailDomain(
  ctx: WorkspaceCtx,
  { domainName, autoRenew }: MailDomainPatch & { domainName: string },
): Promise<MailDomain> {
  requireRight(ctx.actor, "mail:write");
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const row = await lockOwnMailDomain(tx, ctx, domainName);
    if (row.autoRenew === autoRenew) {
      return;
    }
    const changed = { ...row, autoRenew };
    await tx
      .update(mailDomains)
      .set({
        autoRenew,
        nextRenewalAt: nextRenewalOf(changed),
        nextNoticeAt: nextNoticeOf(changed, now),
      })
      .where(eq(mailDomains.id, row.id));
    await audit(tx, ctx, {
      workspaceId: row.workspaceId,
      action: "mail.auto_renew_changed",
      target: domainName,
      details: { to: autoRenew },
      occurredAt: now,
    });
  });
  return readMailDomain(ctx, domainName);
}
