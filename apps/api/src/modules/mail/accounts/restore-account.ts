import { mailAccounts } from "@zonepost/db";
import type { MailAccount } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { lockForwarding } from "../forwarding/lock-forwarding.ts";
import { requireForwardable } from "../forwarding/loops/require-forwardable.ts";
import { type AccountId, lockOwnAccount } from "./lock-own-account.ts";
import { readAccount } from "./read-accounts.ts";
import { requireRoomForAccount } from "./require-room.ts";

/** With its mail, password and app passwords. */
export async function restoreAccount(ctx: WorkspaceCtx, id: AccountId): Promise<MailAccount> {
  requireRight(ctx.actor, "mail:write");
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    await lockForwarding(tx);
    const { mailDomain, account } = await lockOwnAccount(tx, ctx, id, now);
    if (account.deletedAt) {
      await requireRoomForAccount(tx, mailDomain);
      await tx
        .update(mailAccounts)
        .set({ deletedAt: null, erasesAt: null })
        .where(eq(mailAccounts.id, account.id));
      // Aliases may lead to its forwarding now.
      await requireForwardable(tx, { workspaceId: mailDomain.workspaceId, address: account.fullAddress });
      await audit(tx, ctx, {
        workspaceId: mailDomain.workspaceId,
        action: "mail_account.restored",
        target: account.fullAddress,
        occurredAt: now,
      });
    }
    return readAccount(tx, ctx, mailDomain, id.id, now);
  });
}
