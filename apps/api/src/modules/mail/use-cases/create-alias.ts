import { mailAccounts, mailAliases, type Transaction } from "@zonepost/db";
import type { MailAlias, MailAliasInput } from "@zonepost/schema";
import { and, eq, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { invalid } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { addressTaken, aliasExists, aliasLimitReached, aliasLoop } from "../errors.ts";
import { aliasFieldErrors, maxAliasesPerDomain } from "../policy.ts";
import { getOwnMailDomain, lockOwnMailDomain } from "../queries/get-own-mail-domain.ts";
import { aliasOfRow, readOwnDomainNames } from "../queries/list-aliases.ts";
import { wouldLoop } from "../queries/would-loop.ts";

export async function createAlias(
  ctx: WorkspaceCtx,
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
    await lockAliases(tx);
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
      .values({ id: newId(), mailDomainId: mailDomain.id, fromAddress, toAddress, createdAt: now })
      .onConflictDoNothing({
        target: [mailAliases.mailDomainId, mailAliases.fromAddress, mailAliases.toAddress],
      })
      .returning();
    if (!row) {
      throw aliasExists();
    }
    if ((await tx.$count(mailAliases, eq(mailAliases.mailDomainId, mailDomain.id))) > maxAliasesPerDomain) {
      throw aliasLimitReached(maxAliasesPerDomain);
    }
    if (await wouldLoop(tx, fromAddress, toAddress)) {
      throw aliasLoop();
    }
    await audit(tx, ctx, {
      workspaceId: ctx.actor.workspaceId,
      action: "mail_alias.created",
      target: fromAddress,
      details: { toAddress },
      occurredAt: now,
    });
    return aliasOfRow(row, await readOwnDomainNames(tx, ctx));
  });
}

/**
 * One alias at a time in the whole service: two concurrent ones could close a loop across domains that neither sees.
 */
async function lockAliases(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('zonepost:mail_aliases'))`);
}
