import { mailAppPasswords } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { rowId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { type AccountId, lockOwnAccount } from "../accounts/lock-own-account.ts";
import { voidSignIns } from "../model/void-sign-ins.ts";

/** Also of a deleted account, so that it doesn't come back with it. */
export async function revokeAppPassword(
  ctx: WorkspaceCtx,
  { appPasswordId, ...id }: AccountId & { appPasswordId: string },
): Promise<void> {
  requireRight(ctx.actor, "mail:write");
  const now = await ctx.clock.now();
  const uuid = rowId("map", appPasswordId);
  if (uuid === undefined) {
    throw notFound();
  }
  await ctx.db.transaction(async (tx) => {
    const { mailDomain, account } = await lockOwnAccount(tx, ctx, id, now);
    const [revoked] = await tx
      .delete(mailAppPasswords)
      .where(and(eq(mailAppPasswords.accountId, account.id), eq(mailAppPasswords.id, uuid)))
      .returning({ label: mailAppPasswords.label });
    if (!revoked) {
      throw notFound();
    }
    await voidSignIns(tx, account.id, "deleted app passwords");
    await audit(tx, ctx, {
      workspaceId: mailDomain.workspaceId,
      action: "mail_app_password.revoked",
      target: account.fullAddress,
      details: { label: revoked.label },
      occurredAt: now,
    });
  });
}
