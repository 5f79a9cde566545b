import { mailAccounts, mailDomains, mailSieveFindings, type Transaction } from "@zonepost/db";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";
import { emailMembers, enqueueEmail, readWorkspaceForEmail, typedText } from "../../accounts/index.ts";
import type { MailPorts } from "../ports.ts";
import { sieveFindingsEmail } from "./sieve-findings-email.ts";

export type SieveFindingsCtx = Ctx & Pick<MailPorts, "secretBox" | "panelUrl">;

/** The emails are stored with `told_at`, so that each changed script has one for the mailbox and one for each owner. */
export async function tellSieveFindings(ctx: SieveFindingsCtx, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const hasTold = await ctx.db.transaction((tx) => tellNext(tx, ctx));
    if (!hasTold) {
      return;
    }
  }
}

async function tellNext(tx: Transaction, ctx: SieveFindingsCtx): Promise<boolean> {
  const [changed] = await tx
    .select({ script: mailSieveFindings, account: mailAccounts, mailDomain: mailDomains })
    .from(mailSieveFindings)
    .innerJoin(mailAccounts, eq(mailAccounts.id, mailSieveFindings.accountId))
    .innerJoin(mailDomains, eq(mailDomains.id, mailAccounts.mailDomainId))
    .where(isNull(mailSieveFindings.toldAt))
    .orderBy(asc(mailSieveFindings.foundAt))
    .limit(1)
    .for("update", { of: mailSieveFindings, skipLocked: true });
  if (!changed) {
    return false;
  }
  const { script, account, mailDomain } = changed;
  const { accountId, scriptHash, findings } = script;
  await tx
    .update(mailSieveFindings)
    .set({ toldAt: ctx.clock.wallNow() })
    .where(and(eq(mailSieveFindings.accountId, accountId), eq(mailSieveFindings.scriptHash, scriptHash)));
  if (!account.deletedAt && !mailDomain.leftAt) {
    const { fullAddress } = account;
    const now = await ctx.clock.now();
    const emailWith = (url: string | null) =>
      sieveFindingsEmail({
        fullAddress,
        scriptName: typedText(script.scriptName),
        findings: findings.map((finding) => ({ ...finding, detail: typedText(finding.detail) })),
        url,
      });
    const workspace = await readWorkspaceForEmail(tx, mailDomain.workspaceId);
    const { language } = workspace ?? {};
    await enqueueEmail(tx, ctx, { ...emailWith(null), to: fullAddress, language }, now);
    const url = `${ctx.panelUrl}/mail/${mailDomain.domainName}/accounts/${publicId("mac", accountId)}`;
    await emailMembers(tx, ctx, mailDomain, emailWith(url), now);
  }
  return true;
}
