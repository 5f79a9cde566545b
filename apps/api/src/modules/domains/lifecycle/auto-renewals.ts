import { domains, type Transaction } from "@zonepost/db";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import { isHeldByWorkspace } from "../model/get-own-domain.ts";
import { recordHistory } from "../notifications/record-history.ts";
import type { DomainPorts } from "../ports.ts";
import { isExpiryDelayed } from "../rules/expiry.ts";
import { graceEndOf } from "../rules/schedule.ts";
import { dueDomains } from "./due-domains.ts";
import { failedAutoRenewal, findRenewalFailure } from "./find-renewal-failure.ts";

/** Orders renew the domains, so that they are paid for. */
export const dueAutoRenewals = dueDomains("nextRenewalAt");

export type AutoRenewal = {
  id: string;
  workspaceId: string;
  name: string;
  expiresAt: Date;
  leadDays: number;
  graceEndsAt: Date;
};

const isAutoRenewed = and(
  eq(domains.autoRenew, true),
  inArray(domains.status, ["active", "expired"]),
  isNotNull(domains.nextRenewalAt),
);

/** Undefined if the domain doesn't auto-renew, or no longer does. */
export async function findAutoRenewal(
  { db, registrars }: { db: Queryable } & Pick<DomainPorts, "registrars">,
  wanted: { id: string } | { workspaceId: string; name: string },
): Promise<AutoRenewal | undefined> {
  const isWanted =
    "id" in wanted
      ? eq(domains.id, wanted.id)
      : and(isHeldByWorkspace(wanted.workspaceId), eq(domains.name, wanted.name));
  const [row] = await db.select().from(domains).where(and(isWanted, isAutoRenewed));
  if (!row) {
    return undefined;
  }
  const { id, workspaceId, name, paidUntil: expiresAt } = row;
  const rules = registrars.rulesOf(row.tld);
  const graceEndsAt = graceEndOf(row, rules);
  return { id, workspaceId, name, expiresAt, leadDays: rules.autoRenewLeadDays, graceEndsAt };
}

type Failure = {
  code: string;
  message: string;
  isPayment: boolean;
  since: Date | null;
  triesAgainAt: Date | null;
};

/** Once per try. A failure that isn't the registry's ends the delay of an expiry. */
export async function recordRenewalFailure(
  tx: Transaction,
  ctx: Ctx,
  { id, expiresAt, graceEndsAt }: Pick<AutoRenewal, "id" | "expiresAt" | "graceEndsAt">,
  { code, message, isPayment, since, triesAgainAt }: Failure,
): Promise<void> {
  const now = await ctx.clock.now();
  const isSameTerm = and(eq(domains.id, id), eq(domains.paidUntil, expiresAt), isAutoRenewed);
  const [row] = await tx.select().from(domains).where(isSameTerm).for("update");
  if (!row) {
    return;
  }
  if (row.status === "active" && expiresAt <= now && !isExpiryDelayed(row, { failureCode: code }, now)) {
    await tx.update(domains).set({ nextNoticeAt: now }).where(eq(domains.id, id));
  }
  const noted = await findRenewalFailure(tx, row);
  if (noted && since && noted.occurredAt >= since) {
    return;
  }
  await recordHistory(tx, ctx, [
    {
      domain: row,
      kind: "renewal",
      action: "domain.renewal_failed",
      summary: `Auto-renewal failed: ${message}`,
      details: {
        failed: failedAutoRenewal,
        code,
        isPayment,
        ...(since ? { triedOn: since.toISOString() } : {}),
        expiresAt: expiresAt.toISOString(),
        triesAgainAt: triesAgainAt?.toISOString() ?? null,
        endsAt: graceEndsAt.toISOString(),
      },
      occurredAt: now,
    },
  ]);
}

/** The domain stayed unpaid: it is deleted at its registry, which would keep it at the operator's expense. */
export async function endAutoRenewal(
  tx: Transaction,
  { id, expiresAt }: Pick<AutoRenewal, "id" | "expiresAt">,
  now: Date,
): Promise<void> {
  await tx
    .update(domains)
    .set({ nextRenewalAt: null, nextDeletionAt: now })
    .where(and(eq(domains.id, id), eq(domains.paidUntil, expiresAt), isAutoRenewed));
}
