import { mailAccounts, mailAccountUse, mailDomains, type Transaction } from "@zonepost/db";
import { and, eq, gt, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { emailMembers, enqueueEmail, readWorkspaceForEmail } from "../../accounts/index.ts";
import type { MailPorts } from "../ports.ts";
import { mailboxNearlyFullEmail, planNearlyFullEmail } from "./storage-warning-email.ts";
import { levels, marginPercent, nextWarning } from "./storage-warning-policy.ts";

export type StorageWarningCtx = Ctx & Pick<MailPorts, "secretBox" | "panelUrl">;

/** Warns mailboxes of their quota, and owners of the plan's storage. The email is stored with the share that it tells. */
export async function warnOfFullStorage(ctx: StorageWarningCtx, signal: AbortSignal): Promise<void> {
  for (const warnNext of [warnNextMailbox, warnNextDomain]) {
    while (!signal.aborted && (await ctx.db.transaction((tx) => warnNext(tx, ctx)))) {
      // Until there is no other one.
    }
  }
}

async function warnNextMailbox(tx: Transaction, ctx: StorageWarningCtx): Promise<boolean> {
  const quotaBytes = sql<number>`(${mailAccounts.quotaMegabytes} * 1048576::bigint)`.mapWith(Number);
  const [found] = await tx
    .select({
      accountId: mailAccounts.id,
      fullAddress: mailAccounts.fullAddress,
      usedBytes: mailAccountUse.usedBytes,
      quotaBytes,
      warnedPercent: mailAccountUse.warnedPercent,
      workspaceId: mailDomains.workspaceId,
    })
    .from(mailAccountUse)
    .innerJoin(mailAccounts, eq(mailAccounts.id, mailAccountUse.accountId))
    .innerJoin(mailDomains, eq(mailDomains.id, mailAccounts.mailDomainId))
    .where(
      and(
        gt(mailAccounts.quotaMegabytes, 0),
        isNull(mailAccounts.deletedAt),
        eq(mailAccounts.active, true),
        eq(mailAccounts.mayReceive, true),
        isInUse,
        changes(mailAccountUse.usedBytes, quotaBytes, mailAccountUse.warnedPercent),
      ),
    )
    .limit(1)
    .for("update", { of: mailAccountUse, skipLocked: true });
  if (!found) {
    return false;
  }
  const { accountId, fullAddress, workspaceId, ...storage } = found;
  const next = nextWarning(storage.usedBytes, storage.quotaBytes, storage.warnedPercent);
  await tx
    .update(mailAccountUse)
    .set({ warnedPercent: next.warnedPercent })
    .where(eq(mailAccountUse.accountId, accountId));
  if (next.warnsOf !== null) {
    const email = mailboxNearlyFullEmail({ ...storage, percent: next.warnsOf, fullAddress });
    const { language } = (await readWorkspaceForEmail(tx, workspaceId)) ?? {};
    await enqueueEmail(tx, ctx, { ...email, to: fullAddress, language }, await ctx.clock.now());
  }
  return true;
}

async function warnNextDomain(tx: Transaction, ctx: StorageWarningCtx): Promise<boolean> {
  // Deleted accounts use storage until they are erased.
  const use = tx
    .select({
      mailDomainId: mailAccounts.mailDomainId,
      usedBytes: sql<number>`sum(${mailAccountUse.usedBytes})`.mapWith(Number).as("used_bytes"),
    })
    .from(mailAccountUse)
    .innerJoin(mailAccounts, eq(mailAccounts.id, mailAccountUse.accountId))
    .groupBy(mailAccounts.mailDomainId)
    .as("use");
  const quotaBytes = sql<number>`(${mailDomains.storageGigabytes} * 1073741824::bigint)`.mapWith(Number);
  const [found] = await tx
    .select({ mailDomain: mailDomains, usedBytes: use.usedBytes, quotaBytes })
    .from(mailDomains)
    .innerJoin(use, eq(use.mailDomainId, mailDomains.id))
    .where(and(isInUse, changes(use.usedBytes, quotaBytes, mailDomains.storageWarnedPercent)))
    .limit(1)
    .for("update", { of: mailDomains, skipLocked: true });
  if (!found) {
    return false;
  }
  const { mailDomain, ...storage } = found;
  const { domainName } = mailDomain;
  const next = nextWarning(storage.usedBytes, storage.quotaBytes, mailDomain.storageWarnedPercent);
  await tx
    .update(mailDomains)
    .set({ storageWarnedPercent: next.warnedPercent })
    .where(eq(mailDomains.id, mailDomain.id));
  if (next.warnsOf !== null) {
    const url = `${ctx.panelUrl}/mail/${domainName}`;
    const email = planNearlyFullEmail({ ...storage, percent: next.warnsOf, domainName, url });
    await emailMembers(tx, ctx, mailDomain, email, await ctx.clock.now());
  }
  return true;
}

/** Mail that left isn't the workspace's, and suspended mail doesn't grow. */
const isInUse = and(isNull(mailDomains.leftAt), eq(mailDomains.status, "active"));

/** Whether the policy has something to tell or to forget. */
function changes(used: SQLWrapper, quota: SQL<number>, warned: SQLWrapper): SQL {
  const reached = levels.map((level) => sql`when ${used} * 100 >= ${quota} * ${level} then ${level}`);
  return sql`(case ${sql.join(reached, sql` `)} else 0 end > ${warned}
    or (${warned} > 0 and ${used} * 100 < ${quota} * (${warned} - ${marginPercent}::integer)))`;
}
