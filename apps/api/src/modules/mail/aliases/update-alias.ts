import { mailAliasTargets, type Transaction } from "@zonepost/db";
import type { MailAlias, MailAliasPatch } from "@zonepost/schema";
import { asc, eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Queryable } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { lockForwarding } from "../forwarding/lock-forwarding.ts";
import { requireForwardable } from "../forwarding/loops/require-forwardable.ts";
import { type ConfirmationCtx, requestConfirmation } from "../forwarding/request-confirmation.ts";
import { getOwnMailDomain, lockOwnMailDomain } from "../model/get-own-mail-domain.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { type GivenTarget, ownTargetErrors } from "../model/policy.ts";
import { type AliasId, getAliasRow } from "./get-alias.ts";
import { type AliasRow, presentAlias } from "./present-aliases.ts";
import { tellNewTargets } from "./tell-new-targets.ts";

/** Replaces all targets. A repeated address counts once, at its first position. */
export async function updateAlias(
  ctx: ConfirmationCtx,
  { domainName, id, ...patch }: AliasId & MailAliasPatch,
): Promise<MailAlias> {
  requireRight(ctx.actor, "mail:write");
  const { fromAddress } = await getAliasRow(ctx.db, await getOwnMailDomain(ctx, domainName), id);
  const targets = listedTargets(patch.toAddresses);
  const errors = ownTargetErrors(fromAddress, targets);
  if (errors.length > 0) {
    throw invalid(errors);
  }
  const toAddresses = [...new Set(patch.toAddresses)];
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    await lockForwarding(tx);
    const mailDomain = await lockOwnMailDomain(tx, ctx, domainName);
    const row = await getAliasRow(tx, mailDomain, id);
    const before = await readTargets(tx, row);
    const added = toAddresses.filter((address) => !before.includes(address));
    if (before.join() !== toAddresses.join()) {
      await tx.delete(mailAliasTargets).where(eq(mailAliasTargets.aliasId, row.id));
      await tx
        .insert(mailAliasTargets)
        .values(toAddresses.map((address, position) => ({ aliasId: row.id, address, position })));
      await audit(tx, ctx, {
        workspaceId: mailDomain.workspaceId,
        action: "mail_alias.updated",
        target: row.fromAddress,
        details: {
          added,
          removed: before.filter((address) => !toAddresses.includes(address)),
        },
        occurredAt: now,
      });
    }
    await requireTargets(tx, ctx, mailDomain, row, { targets, now });
    await tellNewTargets(tx, ctx, row, { added, now });
    return presentAlias(tx, ctx, mailDomain, row);
  });
}

export const listedTargets = (toAddresses: readonly string[]): GivenTarget[] =>
  toAddresses.map((address, index) => ({ pointer: `/toAddresses/${index}`, address }));

/** In the order in which the mail servers get them. */
export async function readTargets(db: Queryable, { id }: Pick<AliasRow, "id">): Promise<string[]> {
  const rows = await db
    .select({ address: mailAliasTargets.address })
    .from(mailAliasTargets)
    .where(eq(mailAliasTargets.aliasId, id))
    .orderBy(asc(mailAliasTargets.position));
  return rows.map(({ address }) => address);
}

/** Refuses loops, and asks new external targets. Call it after the targets are written. */
export async function requireTargets(
  tx: Transaction,
  ctx: ConfirmationCtx,
  mailDomain: MailDomainRow,
  { fromAddress }: Pick<AliasRow, "fromAddress">,
  { targets, now }: { targets: readonly GivenTarget[]; now: Date },
): Promise<void> {
  await requireForwardable(tx, { workspaceId: mailDomain.workspaceId, address: fromAddress, targets });
  await requestConfirmation(tx, ctx, mailDomain, { addresses: targets.map(({ address }) => address), now });
}
