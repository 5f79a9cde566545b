import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { type AccountId, lockOwnAccount } from "../accounts/lock-own-account.ts";
import { voidSignIns } from "../model/void-sign-ins.ts";

/** Within seconds, on every mail host. Passwords stay as they are, so that people can sign in again. */
export async function endConnections(ctx: WorkspaceCtx, id: AccountId): Promise<void> {
  requireRight(ctx.actor, "mail:write");
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const { mailDomain, account } = await lockOwnAccount(tx, ctx, id, now);
    await voidSignIns(tx, account.id, "all");
    await audit(tx, ctx, {
      workspaceId: mailDomain.workspaceId,
      action: "mail_account.connections_ended",
      target: account.fullAddress,
      occurredAt: now,
    });
  });
}
