import { mailAccounts, mailAliases, mailAliasTargets, type Transaction } from "@zonepost/db";
import { type MailAlias, type MailAliasInput, maxAliasTargets } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import { invalid } from "../../../kernel/errors.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import {
  addressReserved,
  addressTaken,
  aliasExists,
  aliasLimitReached,
  aliasTargetLimitReached,
} from "../errors.ts";
import { lockForwarding } from "../forwarding/lock-forwarding.ts";
import type { ConfirmationCtx } from "../forwarding/request-confirmation.ts";
import { getOwnMailDomain, lockOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { aliasFieldErrors, maxAliasesPerDomain } from "../model/policy.ts";
import { type AliasRow, presentAlias } from "./present-aliases.ts";
import { tellNewTargets } from "./tell-new-targets.ts";
import { listedTargets, readTargets, requireTargets } from "./update-alias.ts";

/** If there is an alias of this address, it gets more targets: all of them or none. */
export async function createAlias(
  ctx: ConfirmationCtx,
  input: MailAliasInput & { domainName: string },
): Promise<MailAlias> {
  requireRight(ctx.actor, "mail:write");
  const { domainName } = await getOwnMailDomain(ctx, input.domainName);
  const { fromAddress, toAddress, toAddresses } = input;
  const targets =
    toAddress === undefined
      ? listedTargets(toAddresses ?? [])
      : [{ pointer: "/toAddress", address: toAddress }];
  const errors = aliasFieldErrors(fromAddress, targets, domainName);
  if (errors.length > 0) {
    throw invalid(errors);
  }
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    await lockForwarding(tx);
    const mailDomain = await lockOwnMailDomain(tx, ctx, domainName);
    const [account] = await tx
      .select({ id: mailAccounts.id, erasesAt: mailAccounts.erasesAt })
      .from(mailAccounts)
      .where(and(eq(mailAccounts.mailDomainId, mailDomain.id), eq(mailAccounts.fullAddress, fromAddress)));
    if (account?.erasesAt && account.erasesAt > now) {
      throw addressReserved(fromAddress, {
        id: publicId("mac", account.id),
        erasesAt: account.erasesAt,
      });
    }
    if (account && !account.erasesAt) {
      throw addressTaken(fromAddress, "account");
    }
    const row = await findOrInsert(tx, { mailDomainId: mailDomain.id, fromAddress, createdAt: now });
    const before = await readTargets(tx, row);
    const existing = targets.filter(({ address }) => before.includes(address));
    if (existing.length > 0) {
      throw aliasExists(fromAddress, existing);
    }
    const addresses = [...new Set(targets.map(({ address }) => address))];
    if (before.length + addresses.length > maxAliasTargets) {
      throw aliasTargetLimitReached(maxAliasTargets);
    }
    if ((await tx.$count(mailAliases, eq(mailAliases.mailDomainId, mailDomain.id))) > maxAliasesPerDomain) {
      throw aliasLimitReached(maxAliasesPerDomain);
    }
    await tx
      .insert(mailAliasTargets)
      .values(
        addresses.map((address, index) => ({ aliasId: row.id, address, position: before.length + index })),
      );
    await requireTargets(tx, ctx, mailDomain, row, { targets, now });
    await audit(tx, ctx, {
      workspaceId: ctx.actor.workspaceId,
      target: fromAddress,
      ...(before.length === 0
        ? { action: "mail_alias.created", details: { toAddress: addresses.join(", ") } }
        : { action: "mail_alias.updated", details: { added: addresses, removed: [] } }),
      occurredAt: now,
    });
    await tellNewTargets(tx, ctx, row, { added: addresses, now });
    return presentAlias(tx, ctx, mailDomain, row);
  });
}

async function findOrInsert(
  tx: Transaction,
  values: Omit<AliasRow, "id"> & { mailDomainId: string },
): Promise<AliasRow> {
  const { fromAddress } = values;
  const [row] = await tx
    .insert(mailAliases)
    .values({ ...values, id: newId() })
    // Changes nothing, but returns the existing row.
    .onConflictDoUpdate({ target: [mailAliases.mailDomainId, mailAliases.fromAddress], set: { fromAddress } })
    .returning();
  if (!row) {
    throw new Error("the insert of an alias gave no row");
  }
  return row;
}
