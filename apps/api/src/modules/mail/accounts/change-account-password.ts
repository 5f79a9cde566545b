import { mailAccounts, mailAppPasswords } from "@zonepost/db";
import type { MailPasswordChanged, MailPasswordInput } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { queueChangeNotices, requireGoodPassword } from "../../accounts/index.ts";
import { getOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { voidSignIns } from "../model/void-sign-ins.ts";
import { generatePassword } from "../passwords/generate-password.ts";
import type { MailPorts } from "../ports.ts";
import { type AccountId, lockChangeableAccount } from "./lock-own-account.ts";
import { readAccount } from "./read-accounts.ts";

/** The only response that contains a generated password. App passwords survive unless the caller revokes them. */
export async function changeAccountPassword(
  ctx: WorkspaceCtx & Pick<MailPorts, "passwordHasher">,
  { password, revokeAppPasswords = false, ...id }: MailPasswordInput & AccountId,
): Promise<MailPasswordChanged> {
  requireRight(ctx.actor, "mail:write");
  const now = await ctx.clock.now();
  const owned = await getOwnMailDomain(ctx, id.domainName);
  const { fullAddress, displayName } = await readAccount(ctx.db, ctx, owned, id.id, now);
  if (password !== undefined) {
    await requireGoodPassword(password, { email: fullAddress, name: displayName }, "/password");
  }
  const passwordOnce = password === undefined ? generatePassword() : undefined;
  const passwordHash = await ctx.passwordHasher.hash(password ?? passwordOnce ?? "");
  const revokedAppPasswords = await ctx.db.transaction(async (tx) => {
    const { mailDomain, account } = await lockChangeableAccount(tx, ctx, id, now);
    await tx.update(mailAccounts).set({ passwordHash }).where(eq(mailAccounts.id, account.id));
    const revoked = revokeAppPasswords
      ? await tx
          .delete(mailAppPasswords)
          .where(eq(mailAppPasswords.accountId, account.id))
          .returning({ label: mailAppPasswords.label })
      : [];
    await voidSignIns(tx, account.id, "own password");
    await audit(tx, ctx, {
      workspaceId: mailDomain.workspaceId,
      action: "mail_account.password_changed",
      target: fullAddress,
      details: { revokedAppPasswords: revoked.map(({ label }) => label) },
      occurredAt: now,
    });
    await queueChangeNotices(tx, ctx, [
      {
        workspaceId: mailDomain.workspaceId,
        kind: "mailbox_password",
        target: fullAddress,
        concerned: [fullAddress],
        occurredAt: now,
      },
    ]);
    return revoked.length;
  });
  return { fullAddress, revokedAppPasswords, ...(passwordOnce === undefined ? {} : { passwordOnce }) };
}
