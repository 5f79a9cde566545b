import { mailAccounts, mailAliases } from "@zonepost/db";
import type { MailAccountCreated, MailAccountInput } from "@zonepost/schema";
import { and, eq, sql } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { newId, publicId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { requireGoodPassword } from "../../accounts/index.ts";
import { addressReserved, addressTaken } from "../errors.ts";
import { getOwnMailDomain, lockOwnMailDomain } from "../model/get-own-mail-domain.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { fullAddressOf } from "../model/policy.ts";
import { generatePassword } from "../passwords/generate-password.ts";
import type { MailPorts } from "../ports.ts";
import { eraseAccounts } from "./erase-accounts.ts";
import { isNotErasedAt, readAccount } from "./read-accounts.ts";
import { requireRoomForAccount } from "./require-room.ts";

/** The only response that contains a generated password. */
export async function createAccount(
  ctx: WorkspaceCtx & Pick<MailPorts, "passwordHasher">,
  input: MailAccountInput & { domainName: string },
): Promise<MailAccountCreated> {
  requireRight(ctx.actor, "mail:write");
  const mailDomain = await getOwnMailDomain(ctx, input.domainName);
  const fullAddress = fullAddressOf(input.localPart, mailDomain.domainName);
  if (input.password !== undefined) {
    await requireGoodPassword(input.password, { email: fullAddress, name: input.displayName }, "/password");
  }
  // Checked first without the lock to save the hash of a refused account; the check under the lock decides.
  const now = await ctx.clock.now();
  await requireRoom(ctx.db, mailDomain, fullAddress, now);
  const passwordOnce = input.password === undefined ? generatePassword() : undefined;
  const passwordHash = await ctx.passwordHasher.hash(input.password ?? passwordOnce ?? "");
  const account = await ctx.db.transaction(async (tx) => {
    const locked = await lockOwnMailDomain(tx, ctx, input.domainName);
    await requireRoom(tx, locked, fullAddress, now);
    // A former account of this address that is due for erasure, if the sweep hasn't reached it yet.
    await eraseAccounts(tx, sql`${isAt(locked, fullAddress)}`, { now, limit: 1 });
    const id = newId();
    const { displayName } = input;
    await tx
      .insert(mailAccounts)
      .values({ id, mailDomainId: locked.id, fullAddress, displayName, passwordHash, createdAt: now });
    await audit(tx, ctx, {
      workspaceId: ctx.actor.workspaceId,
      action: "mail_account.created",
      target: fullAddress,
      details: { displayName },
      occurredAt: now,
    });
    return readAccount(tx, ctx, locked, publicId("mac", id), now);
  });
  return { ...account, ...(passwordOnce === undefined ? {} : { passwordOnce }) };
}

/** Throws if the address or the plan has no room for another account. */
async function requireRoom(
  db: Queryable,
  mailDomain: MailDomainRow,
  fullAddress: string,
  now: Date,
): Promise<void> {
  const [account] = await db
    .select({ id: mailAccounts.id, erasesAt: mailAccounts.erasesAt })
    .from(mailAccounts)
    .where(and(isAt(mailDomain, fullAddress), isNotErasedAt(now)));
  if (account?.erasesAt) {
    throw addressReserved(fullAddress, { id: publicId("mac", account.id), erasesAt: account.erasesAt });
  }
  if (account) {
    throw addressTaken(fullAddress, "account");
  }
  const [alias] = await db
    .select({ id: mailAliases.id })
    .from(mailAliases)
    .where(and(eq(mailAliases.mailDomainId, mailDomain.id), eq(mailAliases.fromAddress, fullAddress)))
    .limit(1);
  if (alias) {
    throw addressTaken(fullAddress, "alias");
  }
  await requireRoomForAccount(db, mailDomain);
}

const isAt = ({ id }: MailDomainRow, fullAddress: string) =>
  and(eq(mailAccounts.mailDomainId, id), eq(mailAccounts.fullAddress, fullAddress));
