import { mailDnsShares, mailDomains } from "@zonepost/db";
import type { MailDnsShare, MailDnsShareCreated, SharedMailDns } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { OpenCtx, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { dayMs, minuteMs } from "../../../kernel/durations.ts";
import { notFound } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { generateToken, hashToken } from "../../accounts/index.ts";
import { shareExpired } from "../errors.ts";
import { getOwnMailDomain, lockOwnMailDomain } from "../model/get-own-mail-domain.ts";
import { isCurrent, isNotErasedAt } from "../model/mail-domain-row.ts";
import type { MailPorts } from "../ports.ts";
import { type CheckPorts, checkDnsRecords } from "./check-dns-records.ts";
import { countCheck, readDnsRecords } from "./get-dns-records.ts";
import { zoneSnippet } from "./policies/zone-snippet-policy.ts";

const validDays = 30;

/** Replaces the domain's earlier link. */
export async function createDnsShare(
  ctx: WorkspaceCtx & Pick<MailPorts, "panelUrl">,
  domainName: string,
): Promise<MailDnsShareCreated> {
  requireRight(ctx.actor, "mail:write");
  const now = await ctx.clock.now();
  const token = generateToken();
  const values = {
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + validDays * dayMs),
  };
  await ctx.db.transaction(async (tx) => {
    const { id, workspaceId } = await lockOwnMailDomain(tx, ctx, domainName);
    await tx
      .insert(mailDnsShares)
      .values({ mailDomainId: id, ...values })
      .onConflictDoUpdate({ target: mailDnsShares.mailDomainId, set: values });
    const details = { expiresAt: values.expiresAt.toISOString() };
    const entry = { workspaceId, action: "mail.dns_shared", target: domainName, details, occurredAt: now };
    await audit(tx, ctx, entry);
  });
  // In the fragment, the token reaches no server and no log.
  return { url: `${ctx.panelUrl}/mail-dns#token=${token}`, expiresAt: values.expiresAt.toISOString() };
}

export async function getDnsShare(ctx: WorkspaceCtx, domainName: string): Promise<MailDnsShare> {
  requireRight(ctx.actor, "mail:read");
  const { id } = await getOwnMailDomain(ctx, domainName);
  const [row] = await ctx.db.select().from(mailDnsShares).where(eq(mailDnsShares.mailDomainId, id));
  return row && row.expiresAt > (await ctx.clock.now())
    ? { createdAt: row.createdAt.toISOString(), expiresAt: row.expiresAt.toISOString() }
    : null;
}

export async function revokeDnsShare(ctx: WorkspaceCtx, domainName: string): Promise<void> {
  requireRight(ctx.actor, "mail:write");
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const { id, workspaceId } = await lockOwnMailDomain(tx, ctx, domainName);
    const revoked = await tx.delete(mailDnsShares).where(eq(mailDnsShares.mailDomainId, id)).returning();
    if (revoked.length === 0) {
      throw notFound();
    }
    await audit(tx, ctx, {
      workspaceId,
      action: "mail.dns_share_revoked",
      target: domainName,
      details: {},
      occurredAt: now,
    });
  });
}

/** Older results are checked again for a visitor, who has probably just changed something. */
const freshMs = minuteMs;

/** For anyone who has the link. A link that was revoked or replaced is unknown. */
export async function readSharedDns(ctx: OpenCtx & CheckPorts, token: string): Promise<SharedMailDns> {
  const now = await ctx.clock.now();
  const [found] = await ctx.db
    .select({ mailDomain: mailDomains, expiresAt: mailDnsShares.expiresAt })
    .from(mailDnsShares)
    .innerJoin(mailDomains, eq(mailDomains.id, mailDnsShares.mailDomainId))
    .where(and(eq(mailDnsShares.tokenHash, hashToken(token)), isCurrent, isNotErasedAt(now)));
  if (!found) {
    throw notFound();
  }
  const { mailDomain, expiresAt } = found;
  if (expiresAt <= now) {
    throw shareExpired();
  }
  let check = await readDnsRecords(ctx, mailDomain);
  const isOld = now.getTime() - check.checkedAt.getTime() > freshMs;
  if (isOld && (await countCheck(ctx, mailDomain.id)).used === 1) {
    check = await checkDnsRecords(ctx, mailDomain);
  }
  return {
    domainName: mailDomain.domainName,
    checkedAt: check.checkedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    records: check.records,
    zone: zoneSnippet(mailDomain.domainName, check.records),
  };
}
