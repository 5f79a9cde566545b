import { mailAccounts, mailAliases } from "@zonepost/db";
import type { MailAccountCreated, MailAccountInput } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { requireGoodPassword } from "../../accounts/index.ts";
import { addressTaken, planLimitReached } from "../errors.ts";
import { getOwnMailDomain, lockOwnMailDomain } from "../model/get-own-mail-domain.ts";
import type { MailDomainRow } from "../model/mail-domain-row.ts";
import { renewedPlanOf } from "../model/plan-policy.ts";
import { fullAddressOf, hasRoomForAccount, planOf } from "../model/policy.ts";
import type { MailPorts } from "../ports.ts";
import { generatePassword } from "./generate-password.ts";
import { accountOfRow } from "./list-accounts.ts";

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
  await requireRoom(ctx.db, mailDomain, fullAddress);
  const passwordOnce = input.password === undefined ? generatePassword() : undefined;
  const passwordHash = await ctx.passwordHasher.hash(input.password ?? passwordOnce ?? "");
  const now = await ctx.clock.now();
  const account = await ctx.db.transaction(async (tx) => {
    const locked = await lockOwnMailDomain(tx, ctx, input.domainName);
    await requireRoom(tx, locked, fullAddress);
    const [row] = await tx
      .insert(mailAccounts)
      .values({
        id: newId(),
        mailDomainId: locked.id,
        fullAddress,
        displayName: input.displayName,
        passwordHash,
        createdAt: now,
      })
      .returning();
    if (!row) {
      throw new Error("the insert of a mail account gave no row");
    }
    await audit(tx, ctx, {
      workspaceId: ctx.actor.workspaceId,
      action: "mail_account.created",
      target: fullAddress,
      details: { displayName: row.displayName },
      occurredAt: now,
    });
    return accountOfRow(row);
  });
  return { ...account, ...(passwordOnce === undefined ? {} : { passwordOnce }) };
}

async function requireRoom(db: Queryable, mailDomain: MailDomainRow, fullAddress: string): Promise<void> {
  const [account] = await db
    .select({ id: mailAccounts.id })
    .from(mailAccounts)
    .where(and(eq(mailAccounts.mailDomainId, mailDomain.id), eq(mailAccounts.fullAddress, fullAddress)));
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
  const accountCount = await db.$count(mailAccounts, eq(mailAccounts.mailDomainId, mailDomain.id));
  // A downgrade was accepted for the accounts of that moment, and has to fit at the next renewal.
  const { slug, maxAccounts } = planOf(renewedPlanOf(mailDomain));
  if (!hasRoomForAccount(accountCount, Math.min(maxAccounts, mailDomain.maxAccounts))) {
    throw planLimitReached(slug, maxAccounts);
  }
}
