import { domains } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { quoteHeldName, requireQuote } from "../model/quote.ts";
import { recordHistory } from "../model/record-history.ts";
import { resumeOperation } from "../operations/resume-operation.ts";
import type { DomainPorts } from "../ports.ts";
import { isExpiryDelayed, isRegistryFailure } from "../rules/expiry.ts";
import { addDays } from "../rules/schedule.ts";
import { failedAutoRenewal, findRenewalFailure } from "./find-renewal-failure.ts";
import { assertMayRenew, startRenewal } from "./renew-domain.ts";

export async function autoRenewDomain(ctx: Ctx & DomainPorts, row: DomainRow): Promise<void> {
  try {
    if (await resumeOperation(ctx, row, "renewal")) {
      return;
    }
    const { renew } = await quoteHeldName(ctx, row);
    const term = requireQuote(renew);
    await startRenewal(ctx, row, {
      years: 1,
      yearCost: term.cost,
      term,
      decide: (due, now) => assertDue(ctx, due, now),
    });
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

/**
 * Once a day, because renewals are retried far more often, and when something other than the registry is the cause: an
 * expiry doesn't wait for that.
 */
async function noteFailure(ctx: Ctx, { id }: DomainRow, error: AppError): Promise<void> {
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(domains).where(eq(domains.id, id)).for("update");
    if (!row) {
      return;
    }
    if (row.status === "active" && row.paidUntil <= now && !isExpiryDelayed(row, error.code, now)) {
      await tx.update(domains).set({ nextNoticeAt: now }).where(eq(domains.id, id));
    }
    const noted = await findRenewalFailure(tx, row);
    const isSameCause = noted && isRegistryFailure(noted.code) === isRegistryFailure(error.code);
    if (isSameCause && noted.occurredAt > addDays(now, -1)) {
      return;
    }
    await recordHistory(tx, ctx, [
      {
        domain: row,
        kind: "renewal",
        action: "domain.renewal_failed",
        summary: `Auto-renewal failed: ${error.publicMessage}`,
        details: { failed: failedAutoRenewal, code: error.code, expiresAt: row.paidUntil.toISOString() },
        occurredAt: now,
      },
    ]);
  });
}
