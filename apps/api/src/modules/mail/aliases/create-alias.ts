import { mailAccounts, mailAliases, mailAliasTargets } from "@zonepost/db";
import type { MailAlias, MailAliasInput } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import { invalid } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { addressTaken, aliasExists, aliasLimitReached } from "../errors.ts";
import { lockForwarding } from "../forwarding/lock-forwarding.ts";
import { type ConfirmationCtx, requestConfirmation } from "../forwarding/request-confirmation.ts";
import { requireForwardable } from "../forwarding/require-forwardable.ts";
import { getOwnMailDomain, lockOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { aliasFieldErrors, maxAliasesPerDomain } from "../model/policy.ts";
import { presentAliases } from "./list-aliases.ts";

export async function createAlias(
  ctx: ConfirmationCtx,
  input: MailAliasInput & { domainName: string },
): Promise<MailAlias> {
  requireRight(ctx.actor, "mail:write");
  const { domainName } = await getOwnMailDomain(ctx, input.domainName);
  const errors = aliasFieldErrors(input, domainName);
  if (errors.length > 0) {
    throw invalid(errors);
  }
  const { fromAddress, toAddress } = input;
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    await lockForwarding(tx);
    const mailDomain = await lockOwnMailDomain(tx, ctx, domainName);
    const [account] = await tx
      .select({ id: mailAccounts.id })
      .from(mailAccounts)
      .where(and(eq(mailAccounts.mailDomainId, mailDomain.id), eq(mailAccounts.fullAddress, fromAddress)));
    if (account) {
      throw addressTaken(fromAddress, "account");
    }
    const [row] = await tx
      .insert(mailAliases)
      .values({ id: newId(), mailDomainId: mailDomain.id, fromAddress, createdAt: now })
      // Changes nothing, but returns the existing row.
      .onConflictDoUpdate({
        target: [mailAliases.mailDomainId, mailAliases.fromAddress],
        set: { fromAddress },
      })
      .returning();
    if (!row) {
      throw new Error("the insert of an alias gave no row");
    }
    const position = await tx.$count(mailAliasTargets, eq(mailAliasTargets.aliasId, row.id));
    const added = await tx
      .insert(mailAliasTargets)
      .values({ aliasId: row.id, address: toAddress, position })
      .onConflictDoNothing()
      .returning();
    if (added.length === 0) {
      throw aliasExists();
    }
    if ((await tx.$count(mailAliases, eq(mailAliases.mailDomainId, mailDomain.id))) > maxAliasesPerDomain) {
      throw aliasLimitReached(maxAliasesPerDomain);
    }
    await requireForwardable(tx, { workspaceId: mailDomain.workspaceId, address: fromAddress });
    await requestConfirmation(tx, ctx, mailDomain, { addresses: [toAddress], now });
    await audit(tx, ctx, {
      workspaceId: ctx.actor.workspaceId,
      action: "mail_alias.created",
      target: fromAddress,
      details: { toAddress },
      occurredAt: now,
    });
    const [alias] = await presentAliases(tx, ctx, mailDomain, [row]);
    if (!alias) {
      throw new Error("an alias has no row");
    }
    return alias;
  });
}
