import { domainHistory, domains } from "@zonepost/db";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { priceDomain } from "../model/price-domain.ts";
import { recordHistory } from "../model/record-history.ts";
import { resumeOperation } from "../operations/resume-operation.ts";
import type { DomainPorts } from "../ports.ts";
import { addDays } from "../rules/schedule.ts";
import { assertMayRenew, startRenewal } from "./renew-domain.ts";

export async function autoRenewDomain(ctx: Ctx & DomainPorts, row: DomainRow): Promise<void> {
  try {
    if (await resumeOperation(ctx, row, "renewal")) {
      return;
    }
    const { year } = await priceDomain(ctx, row);
    await startRenewal(ctx, row, { years: 1, year, decide: (due, now) => assertDue(ctx, due, now) });
  } catch (error) {
    if (error instanceof NotDue) {
      return;
    }
    if (error instanceof AppError && error.code !== "operation_in_progress") {
      await noteFailure(ctx, row, error);
    }
    throw error;
  }
}

/** Auto-renew was turned off, or the domain renewed, in the meantime. */
class NotDue extends Error {}

function assertDue(ctx: DomainPorts, row: DomainRow, now: Date): void {
  if (!row.nextRenewalAt || row.nextRenewalAt > now) {
    throw new NotDue();
  }
  assertMayRenew(ctx.registrars.rulesOf(row.tld), row, 1, now);
}

/** At most once a day, because renewals are retried far more often. */
async function noteFailure(ctx: Ctx, row: DomainRow, error: AppError): Promise<void> {
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await tx.select({ id: domains.id }).from(domains).where(eq(domains.id, row.id)).for("update");
    const [noted] = await tx
      .select({ id: domainHistory.id })
      .from(domainHistory)
      .where(
        and(
          eq(domainHistory.domainId, row.id),
          gt(domainHistory.occurredAt, addDays(now, -1)),
          sql`${domainHistory.details} ->> 'failed' = 'automatic_renewal'`,
        ),
      )
      .limit(1);
    if (noted) {
      return;
    }
    await recordHistory(tx, ctx, [
      {
        domain: row,
        kind: "renewal",
        action: "domain.renewal_failed",
        summary: `Auto-renewal failed: ${error.publicMessage}`,
        details: { failed: "automatic_renewal", code: error.code, expiresAt: row.paidUntil.toISOString() },
        occurredAt: now,
      },
    ]);
  });
}
