import {
  type DomainOperation,
  type DomainOperationPreview,
  type RenewalInput,
  rightsToRenew,
} from "@zonepost/schema";
import type { Ctx, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { expiryChanged, tooManyYears, wrongStatus } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { getOwnDomain } from "../model/get-own-domain.ts";
import type { ForOrderLine } from "../model/operations.ts";
import { registrarOf } from "../model/registrar.ts";
import { startOperation } from "../operations/start-operation.ts";
import { validateOperation } from "../operations/validate-operation.ts";
import type { Cost, DomainPorts } from "../ports.ts";
import { storedCost } from "../registry-sync/intents/intent-change.ts";
import { sendRenewal } from "../registry-sync/sends/send-renewal.ts";
import { checkPrice, type PreviewOptions, previewOf, throwIfRefused } from "../rules/findings.ts";
import { isTooFarAhead, renewedTerm } from "../rules/term.ts";
import { type Quote, quoteHeldName, quoteTerm, requireQuote } from "../search/quote.ts";
import type { TldRules } from "../tlds/tld-rules.ts";

type Renewal = Omit<RenewalInput, "dryRun"> & ForOrderLine & { name: string };

/** The expiry date that the caller saw makes a repeated request harmless. */
export async function renewDomain(ctx: WorkspaceCtx & DomainPorts, input: Renewal): Promise<DomainOperation> {
  requireRight(ctx.actor, ...rightsToRenew);
  const { domain, findings, assertRenewable } = await validateRenewal(ctx, input);
  throwIfRefused(findings);
  const { year, term, premium } = await quoteRenewal(ctx, domain, input.years);
  checkPrice(findings, { ...term.price, premium }, input.expectedPriceCents);
  throwIfRefused(findings);
  return startRenewal(ctx, domain, {
    years: input.years,
    yearCost: year.cost,
    term,
    decide: assertRenewable,
    orderLineId: input.orderLineId,
    whenBegun: input.whenBegun,
  });
}

export async function previewRenewal(
  ctx: WorkspaceCtx & DomainPorts,
  input: Renewal,
  { isPriceRequest = false }: PreviewOptions = {},
): Promise<DomainOperationPreview> {
  requireRight(ctx.actor, ...rightsToRenew);
  const { domain, findings } = await validateRenewal(ctx, input);
  const { years } = input;
  const { term, premium } = await quoteRenewal(ctx, domain, years);
  if (!isPriceRequest) {
    checkPrice(findings, { ...term.price, premium }, input.expectedPriceCents);
  }
  return previewOf(findings, {
    kind: "renewal",
    domainName: domain.name,
    years,
    ...term.price,
    expiresAt: renewedTerm(domain, years).paidUntil.toISOString(),
  });
}

async function validateRenewal(ctx: WorkspaceCtx & DomainPorts, input: Renewal) {
  const domain = await getOwnDomain(ctx, input.name);
  const now = await ctx.clock.now();
  const { years } = input;
  const assertRenewable = (row: DomainRow) => {
    if (row.paidUntil.getTime() !== Date.parse(input.currentExpiresAt)) {
      throw expiryChanged();
    }
    assertMayRenew(ctx.registrars.rulesOf(row.tld), row, years, now);
  };

  const findings = await validateOperation(ctx, domain, assertRenewable);
  return { domain, findings, assertRenewable };
}

async function quoteRenewal(ctx: DomainPorts, domain: DomainRow, years: number) {
  const quoted = await quoteHeldName(ctx, domain);
  return {
    year: requireQuote(quoted.renew),
    term: await quoteTerm(ctx, registrarOf(ctx, domain), quoted, "renew", years),
    premium: quoted.premium,
  };
}

function assertMayRenew(
  { maxYears }: Pick<TldRules, "maxYears">,
  row: DomainRow,
  years: number,
  now: Date,
): void {
  if (row.status !== "active" && row.status !== "expired") {
    throw wrongStatus("renewed", row.status);
  }
  if (isTooFarAhead(renewedTerm(row, years).paidUntil, maxYears, now)) {
    throw tooManyYears(maxYears);
  }
}

/** The renewal, without a rights check. `decide` checks the row under its lock and throws if it is not allowed. */
function startRenewal(
  ctx: Ctx & DomainPorts,
  domain: Pick<DomainRow, "id">,
  renewal: {
    years: number;
    yearCost: Cost | null;
    term: Quote;
    decide: (row: DomainRow, now: Date) => void;
  } & ForOrderLine,
): Promise<DomainOperation> {
  const { years, yearCost, term, orderLineId, whenBegun } = renewal;
  return startOperation(
    ctx,
    domain.id,
    { kind: "renewal", state: "pending", years, ...term.price, cost: term.cost, orderLineId, whenBegun },
    (row, now) => {
      renewal.decide(row, now);
      const to = renewedTerm(row, years);
      return {
        kind: "renew",
        years,
        paidUntil: row.paidUntil.toISOString(),
        toPaidUntil: to.paidUntil.toISOString(),
        toRegistryExpiresAt: to.registryExpiresAt.toISOString(),
        year: storedCost(yearCost),
        price: storedCost(term.cost),
      } as const;
    },
    sendRenewal,
  );
}
