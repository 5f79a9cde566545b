import { mailDomains } from "@zonepost/db";
import type { MailDomain } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { storedActor } from "../../../kernel/actor.ts";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { emailMembers } from "../../accounts/index.ts";
import { lockOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { daysUntilErasure } from "../model/policy.ts";
import { wakeMailHosts } from "../model/wake-mail-hosts.ts";
import type { MailPorts } from "../ports.ts";
import { deactivatedEmail } from "./deactivated-email.ts";
import { readMailDomain } from "./list-mail-domains.ts";

/** Nothing is deleted at once: until the mail is erased, it can be reactivated. A repeat changes nothing. */
export async function deactivateMail(
  ctx: WorkspaceCtx & Pick<MailPorts, "secretBox" | "panelUrl">,
  domainName: string,
): Promise<MailDomain> {
  requireRight(ctx.actor, "mail:write");
  const now = await ctx.clock.now();
  const erasesAt = new Date(now.getTime() + daysUntilErasure * dayMs);
  await ctx.db.transaction(async (tx) => {
    const row = await lockOwnMailDomain(tx, ctx, domainName, { isDeactivatedToo: true });
    if (row.deactivatedAt !== null) {
      return;
    }
    await tx
      .update(mailDomains)
      .set({ deactivatedAt: now, erasesAt, nextRenewalAt: null, nextNoticeAt: null })
      .where(eq(mailDomains.id, row.id));
    await wakeMailHosts(tx);
    await audit(tx, ctx, {
      workspaceId: row.workspaceId,
      action: "mail.deactivated",
      target: row.domainName,
      details: { erasesAt: erasesAt.toISOString() },
      occurredAt: now,
    });
    await emailMembers(
      tx,
      ctx,
      row,
      deactivatedEmail({ ...row, by: storedActor(ctx.actor).name, at: now, ...ctx, erasesAt }),
      now,
    );
  });
  return readMailDomain(ctx, domainName);
}
