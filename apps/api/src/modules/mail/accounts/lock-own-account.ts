import { mailAccounts, type Transaction } from "@zonepost/db";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { accountDeleted } from "../errors.ts";
import { lockOwnMailDomain } from "../model/get-own-mail-domain.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { isAccount } from "./read-accounts.ts";

export type AccountId = { domainName: string; id: string };

type LockedAccount = { mailDomain: MailDomainRow; account: typeof mailAccounts.$inferSelect };

/** An account that the actor can see, locked with its mail domain until the transaction ends. */
export async function lockOwnAccount(
  tx: Transaction,
  ctx: WorkspaceCtx,
  { domainName, id }: AccountId,
  now: Date,
): Promise<LockedAccount> {
  const mailDomain = await lockOwnMailDomain(tx, ctx, domainName);
  const [account] = await tx
    .select()
    .from(mailAccounts)
    .where(isAccount(mailDomain, id, now))
    .for("update");
  if (!account) {
    throw notFound();
  }
  return { mailDomain, account };
}

/** The same, if it isn't deleted. */
export async function lockChangeableAccount(
  tx: Transaction,
  ctx: WorkspaceCtx,
  id: AccountId,
  now: Date,
): Promise<LockedAccount> {
  const locked = await lockOwnAccount(tx, ctx, id, now);
  if (locked.account.deletedAt) {
    throw accountDeleted(locked.account.fullAddress);
  }
  return locked;
}
