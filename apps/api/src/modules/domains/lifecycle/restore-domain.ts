import type { DomainOperation, DomainOperationPreview, RestoreInput } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { operationInProgress, priceChanged, wrongStatus } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { collect, judgePrice, noFindings, previewOf, refuseWhereFound } from "../model/findings.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import { openOperation } from "../model/open-operation.ts";
import { priceDomain } from "../model/price-domain.ts";
import { isTooFarAhead, renewedTerm } from "../model/term.ts";
import { rulesOfTld } from "../model/tld-rules.ts";
import { startOperation } from "../operations/start-operation.ts";
import type { DomainPorts } from "../ports.ts";
import { sendRestore } from "../registry-sync/sends/send-restore.ts";

/** Brings a deleted domain back from its redemption period, with a year that goes with it. */
export async function restoreDomain(
  ctx: WorkspaceCtx & DomainPorts,
  input: RestoreInput & { name: string },
): Promise<DomainOperation | DomainOperationPreview> {
  requireRight(ctx.actor, "domains:buy");
  const domain = await getOwnDomain(ctx, input.name);
  const now = await ctx.clock.now();
  const findings = noFindings();
  collect(findings, () => assertRestorable(domain));
  if (await openOperation(ctx.db, domain)) {
    findings.refusals.push(operationInProgress());
  }
  if (!input.dryRun) {
    refuseWhereFound(findings);
  }
  const { year, restore, premium } = await priceDomain(ctx, domain);
  const years = yearsWith(domain, now);
  const price = { ...restore, priceCents: restore.priceCents + year.priceCents * years };
  judgePrice(findings, { ...price, premium: premium && years > 0 }, input.expectedPriceCents, priceChanged);
  if (input.dryRun) {
    return previewOf(findings, {
      kind: "restore",
      domainName: domain.name,
      years,
      ...price,
      expiresAt: renewedTerm(domain, years).paidUntil.toISOString(),
    });
  }
  refuseWhereFound(findings);
  return startOperation(
    ctx,
    domain.id,
    { kind: "restore", state: "pending", years, ...price },
    (row) => {
      assertRestorable(row);
      return {
        kind: "restore",
        paidUntil: row.paidUntil.toISOString(),
        toPaidUntil: renewedTerm(row, years).paidUntil.toISOString(),
        restore,
        year,
      } as const;
    },
    (row, change) => sendRestore(ctx, row, change, now),
  );
}

function assertRestorable(row: DomainRow): void {
  if (row.status !== "redemption") {
    throw wrongStatus("restored", row.status);
  }
}

/** One, where the registry can take it. */
const yearsWith = (row: DomainRow, now: Date): 0 | 1 =>
  isTooFarAhead(renewedTerm(row, 1).paidUntil, rulesOfTld(row.tld).maxYears, now) ? 0 : 1;
