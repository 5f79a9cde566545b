import {
  type DomainOperation,
  type DomainOperationPreview,
  type RestoreInput,
  rightsToRenew,
} from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { wrongStatus } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import type { ForOrderLine } from "../model/operations.ts";
import { startOperation } from "../operations/start-operation.ts";
import { validateOperation } from "../operations/validate-operation.ts";
import type { DomainPorts } from "../ports.ts";
import { storedCost } from "../registry-sync/intents/intent-change.ts";
import { sendRestore } from "../registry-sync/sends/send-restore.ts";
import { checkPrice, type PreviewOptions, previewOf, throwIfRefused } from "../rules/findings.ts";
import { isTooFarAhead, renewedTerm } from "../rules/term.ts";
import { quoteHeldName, requireQuote } from "../search/quote.ts";
import type { TldRules } from "../tlds/tld-rules.ts";

type Restore = Omit<RestoreInput, "dryRun"> & ForOrderLine & { name: string };

export async function restoreDomain(
  ctx: WorkspaceCtx & DomainPorts,
  input: Restore,
): Promise<DomainOperation> {
  requireRight(ctx.actor, ...rightsToRenew);
  const { domain, findings } = await validateRestore(ctx, input.name);
  throwIfRefused(findings);
  const now = await ctx.clock.now();
  const { orderLineId, whenBegun } = input;
  const { year, restore, years, price, cost, premium } = await quoteRestore(ctx, domain, now);
  checkPrice(findings, { ...price, premium }, input.expectedPriceCents);
  throwIfRefused(findings);
  return startOperation(
    ctx,
    domain.id,
    { kind: "restore", state: "pending", years, ...price, cost, orderLineId, whenBegun },
    (row) => {
      assertRestorable(row);
      return {
        kind: "restore",
        paidUntil: row.paidUntil.toISOString(),
        toPaidUntil: renewedTerm(row, years).paidUntil.toISOString(),
        restore: storedCost(restore.cost),
        year: storedCost(year.cost),
      } as const;
    },
    (row, change) => sendRestore(ctx, row, change, now),
  );
}

export async function previewRestore(
  ctx: WorkspaceCtx & DomainPorts,
  input: Restore,
  { isPriceRequest = false }: PreviewOptions = {},
): Promise<DomainOperationPreview> {
  requireRight(ctx.actor, ...rightsToRenew);
  const { domain, findings } = await validateRestore(ctx, input.name);
  const { years, price, premium } = await quoteRestore(ctx, domain, await ctx.clock.now());
  if (!isPriceRequest) {
    checkPrice(findings, { ...price, premium }, input.expectedPriceCents);
  }
  return previewOf(findings, {
    kind: "restore",
    domainName: domain.name,
    years,
    ...price,
    expiresAt: renewedTerm(domain, years).paidUntil.toISOString(),
  });
}

async function validateRestore(ctx: WorkspaceCtx, name: string) {
  const domain = await getOwnDomain(ctx, name);
  const findings = await validateOperation(ctx, domain, assertRestorable);
  return { domain, findings };
}

async function quoteRestore(ctx: DomainPorts, domain: DomainRow, now: Date) {
  const quoted = await quoteHeldName(ctx, domain);
  const year = requireQuote(quoted.renew);
  const restore = requireQuote(quoted.restore);
  const years = restoreYears(ctx.registrars.rulesOf(domain.tld), domain, now);
  const price = {
    ...restore.price,
    priceCents: restore.price.priceCents + year.price.priceCents * years,
  };
  const cost = restore.cost &&
    year.cost && { ...restore.cost, costCents: restore.cost.costCents + year.cost.costCents * years };
  return { year, restore, years, price, cost, premium: quoted.premium && years > 0 };
}

function assertRestorable(row: DomainRow): void {
  if (row.status !== "redemption") {
    throw wrongStatus("restored", row.status);
  }
}

/** One year, unless that would exceed the registry's maximum. */
const restoreYears = ({ maxYears }: TldRules, row: DomainRow, now: Date): 0 | 1 =>
  isTooFarAhead(renewedTerm(row, 1).paidUntil, maxYears, now) ? 0 : 1;
