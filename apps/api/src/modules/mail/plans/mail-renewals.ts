import { mailDomains, type Transaction } from "@zonepost/db";
import type { MailPlanSlug } from "@zonepost/schema";
import { and, eq, isNotNull } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import { emailMembers } from "../../accounts/index.ts";
import { isActiveDomain } from "../../domains/index.ts";
import { isInUse } from "../model/mail-domain-row.ts";
import { graceEndOf, renewalLeadDays, renewedPlanOf } from "../model/plan-policy.ts";
import type { MailPorts } from "../ports.ts";
import { planFailedEmail } from "./plan-email.ts";
import { readPlanCost } from "./read-plan-cost.ts";

/** Orders renew the plans, so that they are paid for. */
export const dueMailRenewals: DueRows = {
  table: mailDomains,
  id: mailDomains.id,
  workspaceId: mailDomains.workspaceId,
  dueAt: mailDomains.nextRenewalAt,
};

export type MailRenewal = {
  id: string;
  workspaceId: string;
  domainName: string;
  planSlug: MailPlanSlug;
  expiresAt: Date;
  leadDays: number;
  graceEndsAt: Date;
};

const isAutoRenewed = and(isInUse, mailDomains.autoRenew, isNotNull(mailDomains.nextRenewalAt));

/** Undefined if the plan doesn't auto-renew, or not while its domain has expired. */
export async function findMailRenewal(
  db: Queryable,
  wanted: { id: string } | { workspaceId: string; domainName: string },
): Promise<MailRenewal | undefined> {
  const isWanted =
    "id" in wanted
      ? eq(mailDomains.id, wanted.id)
      : and(eq(mailDomains.workspaceId, wanted.workspaceId), eq(mailDomains.domainName, wanted.domainName));
  const [row] = await db.select().from(mailDomains).where(and(isWanted, isAutoRenewed));
  if (!row || !(await isActiveDomain(db, row.domainId))) {
    return undefined;
  }
  const { id, workspaceId, domainName, paidUntil: expiresAt } = row;
  return {
    id,
    workspaceId,
    domainName,
    planSlug: renewedPlanOf(row),
    expiresAt,
    leadDays: renewalLeadDays,
    graceEndsAt: graceEndOf(row),
  };
}

type Failure = {
  code: string;
  isPayment: boolean;
  since: Date | null;
  triesAgainAt: Date | null;
};

/** Once per try. */
export async function recordMailRenewalFailure(
  tx: Transaction,
  ctx: Ctx & Pick<MailPorts, "priceList" | "secretBox" | "panelUrl">,
  { id, expiresAt }: Pick<MailRenewal, "id" | "expiresAt">,
  failure: Failure,
): Promise<void> {
  const now = await ctx.clock.now();
  const { code, isPayment, since, triesAgainAt } = failure;
  const [row] = await tx.select().from(mailDomains).where(isOfTerm({ id, expiresAt })).for("update");
  if (!row || (since && row.renewalFailedAt && row.renewalFailedAt >= since)) {
    return;
  }
  await tx.update(mailDomains).set({ renewalFailedAt: now }).where(eq(mailDomains.id, id));
  await audit(tx, ctx, {
    workspaceId: row.workspaceId,
    action: "mail.renewal_failed",
    target: row.domainName,
    details: { code, isPayment, triesAgainAt: triesAgainAt?.toISOString() ?? null },
    occurredAt: now,
  });
  const cost = await readPlanCost(tx, ctx, row);
  const email = planFailedEmail({ ...row, ...failure, cost, now, panelUrl: ctx.panelUrl });
  await emailMembers(tx, ctx, row, email, now);
}

/** The plan stayed unpaid: its renewal is no longer tried. Mail stays suspended until someone pays. */
export async function endMailRenewal(
  tx: Transaction,
  renewal: Pick<MailRenewal, "id" | "expiresAt">,
): Promise<void> {
  await tx.update(mailDomains).set({ nextRenewalAt: null }).where(isOfTerm(renewal));
}

const isOfTerm = ({ id, expiresAt }: Pick<MailRenewal, "id" | "expiresAt">) =>
  and(eq(mailDomains.id, id), eq(mailDomains.paidUntil, expiresAt), isAutoRenewed);
