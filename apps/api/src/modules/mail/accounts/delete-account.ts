import { mailAccounts } from "@zonepost/db";
import type { MailAccount } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { lockForwarding } from "../forwarding/lock-forwarding.ts";
import { requireForwardable } from "../forwarding/loops/require-forwardable.ts";
import { daysUntilErasure } from "../model/policy.ts";
import { voidSignIns } from "../model/void-sign-ins.ts";
import { type AccountId, lockOwnAccount } from "./lock-own-account.ts";
import { readAccount } from "./read-accounts.ts";

/** Can be restored until it is erased. A repeated deletion doesn't postpone that. */
export async function deleteAccount(ctx: WorkspaceCtx, id: AccountId): Promise<MailAccount> {
  requireRight(ctx.actor, "mail:write");
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    await lockForwarding(tx);
    const { mailDomain, account } = await lockOwnAccount(tx, ctx, id, now);
    if (!account.deletedAt) {
      const erasesAt = new Date(now.getTime() + daysUntilErasure * dayMs);
      await tx.update(mailAccounts).set({ deletedAt: now, erasesAt }).where(eq(mailAccounts.id, account.id));
      await voidSignIns(tx, account.id, "all");
      // Without the account, a catch-all may lead back to its address.
      await requireForwardable(tx, { workspaceId: mailDomain.workspaceId, address: account.fullAddress });
      await audit(tx, ctx, {
        workspaceId: mailDomain.workspaceId,
        action: "mail_account.deleted",
        target: account.fullAddress,
        details: { erasesAt: erasesAt.toISOString() },
        occurredAt: now,
      });
    }
    return readAccount(tx, ctx, mailDomain, id.id, now);
  });
}
