import { mailAliases } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { lockForwarding } from "../forwarding/lock-forwarding.ts";
import { requireForwardable } from "../forwarding/loops/require-forwardable.ts";
import { getOwnMailDomain, lockOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { type AliasId, getAliasRow } from "./get-alias.ts";
import { readTargets } from "./update-alias.ts";

/** Mail to the address is refused from now on, or goes to the catch-all. */
export async function deleteAlias(ctx: WorkspaceCtx, { domainName, id }: AliasId): Promise<void> {
  requireRight(ctx.actor, "mail:write");
  await getOwnMailDomain(ctx, domainName);
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockForwarding(tx);
    const mailDomain = await lockOwnMailDomain(tx, ctx, domainName);
    const row = await getAliasRow(tx, mailDomain, id);
    const toAddresses = await readTargets(tx, row);
    await tx.delete(mailAliases).where(eq(mailAliases.id, row.id));
    await requireForwardable(tx, { workspaceId: mailDomain.workspaceId, address: row.fromAddress });
    await audit(tx, ctx, {
      workspaceId: mailDomain.workspaceId,
      action: "mail_alias.deleted",
      target: row.fromAddress,
      details: { toAddresses },
      occurredAt: now,
    });
  });
}
