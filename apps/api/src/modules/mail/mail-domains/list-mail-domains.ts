import { mailAccounts, mailAccountUse, mailDkimKeys, mailDomains } from "@zonepost/db";
import type { MailDomain } from "@zonepost/schema";
import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { seenBy } from "../../../kernel/seen-by.ts";
import { isSigning } from "../dkim/signing-key.ts";
import { activationOfRow, isCurrent, isNotErasedAt } from "../model/mail-domain-row.ts";
import { suspensionAt } from "../model/plan-policy.ts";

/** The caller has checked the right. */
export async function readMailDomain(ctx: WorkspaceCtx, domainName: string): Promise<MailDomain> {
  const [mailDomain] = await readMailDomains(ctx, domainName);
  if (!mailDomain) {
    throw notFound();
  }
  return mailDomain;
}

export async function listMailDomains(ctx: WorkspaceCtx): Promise<MailDomain[]> {
  requireRight(ctx.actor, "mail:read");
  return readMailDomains(ctx);
}

/** Deleted accounts use storage until they are erased. */
const usedBytes = sql`(
  select coalesce(sum(${mailAccountUse.usedBytes}), 0) from ${mailAccountUse}
  where ${mailAccountUse.accountId} in (
    select account.id from ${mailAccounts} as account where account.mail_domain_id = ${mailDomains.id}))`.mapWith(
  Number,
);

/** Limited to the domains that the actor sees, and to `domainName` if given. Never reads the private key. */
async function readMailDomains(ctx: WorkspaceCtx, domainName?: string): Promise<MailDomain[]> {
  const now = await ctx.clock.now();
  const rows = await ctx.db
    .select({
      domainName: mailDomains.domainName,
      planSlug: mailDomains.planSlug,
      maxAccounts: mailDomains.maxAccounts,
      storageGigabytes: mailDomains.storageGigabytes,
      signingKey: { selector: mailDkimKeys.selector, publicKey: mailDkimKeys.publicKey },
      activatedAt: mailDomains.activatedAt,
      paidUntil: mailDomains.paidUntil,
      autoRenew: mailDomains.autoRenew,
      nextRenewalAt: mailDomains.nextRenewalAt,
      renewalFailedAt: mailDomains.renewalFailedAt,
      nextPlanSlug: mailDomains.nextPlanSlug,
      dkimRotationDays: mailDomains.dkimRotationDays,
      dkimRotatesAt: mailDomains.dkimRotatesAt,
      suspendedAt: mailDomains.suspendedAt,
      deactivatedAt: mailDomains.deactivatedAt,
      erasesAt: mailDomains.erasesAt,
      usedBytes,
      accountCount: count(mailAccounts.id),
    })
    .from(mailDomains)
    .innerJoin(mailDkimKeys, and(eq(mailDkimKeys.mailDomainId, mailDomains.id), isSigning))
    .leftJoin(
      mailAccounts,
      and(eq(mailAccounts.mailDomainId, mailDomains.id), isNull(mailAccounts.deletedAt)),
    )
    .where(
      and(
        seenBy(ctx.actor, mailDomains),
        isCurrent,
        isNotErasedAt(now),
        domainName === undefined ? undefined : eq(mailDomains.domainName, domainName),
      ),
    )
    .groupBy(mailDomains.id, mailDkimKeys.id)
    .orderBy(asc(mailDomains.domainName));
  return rows.map((row) => ({
    ...activationOfRow(row, row.signingKey, now),
    suspensionReason: suspensionAt(row, now)?.reason ?? null,
    suspendedAt: suspensionAt(row, now)?.since.toISOString() ?? null,
    deactivatedAt: row.deactivatedAt?.toISOString() ?? null,
    erasesAt: row.erasesAt?.toISOString() ?? null,
    usedBytes: row.usedBytes,
    accountCount: row.accountCount,
    maxAccounts: row.maxAccounts,
    storageGigabytes: row.storageGigabytes,
    activatedAt: row.activatedAt.toISOString(),
    expiresAt: row.paidUntil.toISOString(),
    autoRenew: row.autoRenew,
    renewsAt: row.nextRenewalAt?.toISOString() ?? null,
    renewalFailedAt: row.renewalFailedAt?.toISOString() ?? null,
    nextPlanSlug: row.nextPlanSlug,
    dkimRotationDays: row.dkimRotationDays,
    dkimRotatesAt: row.dkimRotatesAt?.toISOString() ?? null,
  }));
}
