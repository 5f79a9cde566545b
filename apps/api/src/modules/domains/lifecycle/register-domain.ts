import { domainToUnicode } from "node:url";
import { domainIntents, type Transaction } from "@zonepost/db";
import type { DomainOperation, DomainOperationPreview, RegistrationInput } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { findContacts, type PreparedContacts, prepareContacts } from "../contacts/prepare-contacts.ts";
import { domainUnavailable, noPrice } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { findKnownDomain, unavailableNameError } from "../model/find-known-domain.ts";
import { insertDomain } from "../model/insert-domain.ts";
import { type ForOrderLine, readOperation } from "../model/operations.ts";
import { isRegistrarReason } from "../model/registrar.ts";
import { canonicalNameservers, delegationTo, isBelow } from "../nameservers/nameserver-policy.ts";
import { type NameserverPorts, validateNameservers } from "../nameservers/validate-nameservers.ts";
import type { DomainPorts, Registrar } from "../ports.ts";
import { beginOperation } from "../registry-sync/begin-operation.ts";
import { holdContacts } from "../registry-sync/hold-contacts.ts";
import { readOpenIntents } from "../registry-sync/intents/read-open-intents.ts";
import { resumeIntent } from "../registry-sync/resume-intent.ts";
import { sendIntents } from "../registry-sync/send-intents.ts";
import { findTldOffer, type OfferedTld, tldNotOffered } from "../rules/find-tld-offer.ts";
import {
  checkPrice,
  emptyFindings,
  type Findings,
  noWhoisPrivacy,
  type PreviewOptions,
  previewOf,
  throwIfRefused,
} from "../rules/findings.ts";
import { formatMoney } from "../rules/price.ts";
import { addYears } from "../rules/schedule.ts";
import { confusableName } from "../search/confusable-name.ts";
import { type Quote, quoteName, quoteTerm } from "../search/quote.ts";
import { idnTableToSend, isInIdnTables } from "../tlds/tld-rules.ts";
import { newAuthCode } from "../transfers/set-auth-code.ts";

type Registration = Omit<RegistrationInput, "dryRun"> & ForOrderLine;

/** Doesn't charge the customer; that belongs to a higher module. */
export async function registerDomain(
  ctx: WorkspaceCtx & DomainPorts & NameserverPorts,
  given: Registration,
): Promise<DomainOperation> {
  requireRight(ctx.actor, "domains:buy");
  const input = { ...given, nameservers: canonicalNameservers(given.nameservers) };
  const { place, findings } = await validateRegistration(ctx, input);
  throwIfRefused(findings);
  // A name that is in use already is refused when it is stored.
  const offer = place && (await validateOffer(ctx, input, place, findings));
  if (offer) {
    checkPrice(findings, { ...offer.quote.price, premium: offer.premium }, input.expectedPriceCents);
  }
  throwIfRefused(findings);
  if (!place || !offer) {
    throw new Error("a registration without findings has a place and a price");
  }
  const { tld, registrar } = place;
  const { quote } = offer;
  const prepared = await prepareContacts(
    ctx,
    registrar,
    { workspaceId: ctx.actor.workspaceId, tld },
    input.contacts,
    input.whoisPrivacy,
    "/contacts",
  );
  return register(ctx, input, { tld, registrar, quote, prepared });
}

export async function previewRegistration(
  ctx: WorkspaceCtx & DomainPorts & NameserverPorts,
  given: Registration,
  { isPriceRequest = false }: PreviewOptions = {},
): Promise<DomainOperationPreview> {
  requireRight(ctx.actor, "domains:buy");
  const input = { ...given, nameservers: canonicalNameservers(given.nameservers) };
  const now = await ctx.clock.now();
  const { place, findings } = await validateRegistration(ctx, input);
  if (place) {
    await validateContacts(ctx, input, place.tld, findings);
  }
  const offer = place && (await validateFreeName(ctx, input, place, findings));
  if (offer && !isPriceRequest) {
    checkPrice(findings, { ...offer.quote.price, premium: offer.premium }, input.expectedPriceCents);
  }
  return previewOf(findings, {
    kind: "registration",
    domainName: input.name,
    years: input.years,
    priceCents: offer?.quote.price.priceCents ?? null,
    currency: offer?.quote.price.currency ?? null,
    expiresAt: addYears(now, input.years).toISOString(),
  });
}

async function validateRegistration(ctx: WorkspaceCtx & DomainPorts & NameserverPorts, input: Registration) {
  const findings = emptyFindings();
  const place = validateInput(ctx, input, findings);
  if (place) {
    await validateDelegation(ctx, input, place.tld, findings);
  }
  return { place, findings };
}

type Agreed = { tld: string; registrar: Registrar; quote: Quote; prepared: PreparedContacts };

async function register(
  ctx: WorkspaceCtx & DomainPorts,
  input: Registration,
  registration: Agreed,
): Promise<DomainOperation> {
  const now = await ctx.clock.now();
  const { tld, quote, prepared, registrar } = registration;
  const { name, years, nameservers } = input;
  const delegation = nameservers.some(({ host }) => isBelow(host, name))
    ? delegationTo(nameservers)
    : undefined;
  const locked = input.locked && ctx.registrars.rulesOf(tld).transferLock ? true : undefined;
  const change = { kind: "register", years, delegation, locked } as const;
  const begun = await ctx.db.transaction(async (tx) => {
    const row = await insertPending(tx, ctx, input, registration, now);
    const { orderLineId, whenBegun } = input;
    const { cost, price } = quote;
    const paid = { ...price, cost, orderLineId, whenBegun };
    const operation = { kind: "registration", state: "pending", years, ...paid } as const;
    return { row, ...(await beginOperation(tx, ctx, row, operation, change, now)) };
  });
  // This code is never shown. To transfer the domain away, its owner creates a new one.
  const authCode = newAuthCode();
  const first = delegation ? [] : nameservers;
  const label = domainToUnicode(name.slice(0, -tld.length - 1));
  const idnTable = idnTableToSend(label, ctx.registrars.rulesOf(tld));
  const sent = await sendIntents(ctx, begun.row, begun.intentIds, (_registrar, options) =>
    registrar.createDomain(
      {
        name,
        years,
        nameservers: first,
        contacts: prepared.handles,
        authCode,
        agreed: quote.cost ?? undefined,
        idnTable,
      },
      options,
    ),
  ).catch((error: unknown) => {
    throw isRegistrarReason(error, "exists") ? domainUnavailable() : error;
  });
  if ((delegation || locked) && sent.state === "settled") {
    await sendDeferred(ctx, sent.row, begun.operationId);
  }
  return readOperation(ctx.db, begun.operationId);
}

/** What could only be set once the name exists. It is registered even if this fails; the sync sends it again. */
async function sendDeferred(
  ctx: WorkspaceCtx & DomainPorts,
  row: DomainRow,
  operationId: string,
): Promise<void> {
  const ofOperation = eq(domainIntents.operationId, operationId);
  for (const deferred of await readOpenIntents(ctx.db, ofOperation, ctx.clock.wallNow())) {
    await resumeIntent(ctx, row, deferred).catch((error: unknown) => {
      ctx.log.error(
        { err: error, domain: row.name, change: deferred.change.kind },
        "couldn't complete the settings of a new domain; the sync will",
      );
    });
  }
}

/** Stores the row before anything is sent. Its dates are replaced by the registry's in the response. */
async function insertPending(
  tx: Transaction,
  ctx: WorkspaceCtx,
  input: Registration,
  { tld, registrar, prepared }: Agreed,
  now: Date,
): Promise<DomainRow> {
  const expiresAt = addYears(now, input.years);
  await holdContacts(tx, prepared.contactIds, "/contacts");
  const row = await insertDomain(
    tx,
    {
      workspaceId: ctx.actor.workspaceId,
      name: input.name,
      tld,
      registrar: registrar.code,
      status: "pending",
      autoRenew: input.autoRenew,
      whoisPrivacy: prepared.whoisPrivacy,
      registeredAt: now,
      paidUntil: expiresAt,
      registryExpiresAt: expiresAt,
      contactIds: prepared.contactIds,
    },
    now,
  );
  if (!row) {
    throw await unavailableNameError({ db: tx, actor: ctx.actor }, input.name);
  }
  return row;
}

/** Checks only the input. Undefined if the TLD isn't offered. */
function validateInput(ctx: DomainPorts, input: Registration, findings: Findings): OfferedTld | undefined {
  const place = findTldOffer(ctx.registrars, input.name);
  if (!place) {
    findings.fields.push(tldNotOffered(ctx.registrars, "/name"));
    return undefined;
  }
  const { label, tld } = place;
  findings.warnings.push(...confusableName(input.name));
  const rules = ctx.registrars.rulesOf(tld);
  if (label.length < rules.minLabelLength) {
    findings.fields.push({
      pointer: "/name",
      message: `Use at least ${rules.minLabelLength} characters before .${tld}.`,
    });
  }
  if (!isInIdnTables(domainToUnicode(label), rules.idnTables)) {
    findings.fields.push({
      pointer: "/name",
      message: `The .${tld} registry doesn't allow these letters together.`,
    });
  }
  if (input.years < rules.minYears || input.years > rules.maxYears) {
    findings.fields.push({
      pointer: "/years",
      message: `Enter ${rules.minYears} to ${rules.maxYears} years for .${tld}.`,
    });
  }
  if (input.nameservers.length === 0) {
    findings.warnings.push({
      code: "no_nameservers",
      message: "The domain won't resolve until you add nameservers.",
    });
  }
  if (input.whoisPrivacy && !rules.whoisPrivacy) {
    findings.warnings.push(noWhoisPrivacy(tld));
  }
  return place;
}

async function validateDelegation(
  ctx: WorkspaceCtx & DomainPorts & NameserverPorts,
  { name, nameservers }: Registration,
  tld: string,
  findings: Findings,
): Promise<void> {
  const { workspaceId } = ctx.actor;
  const { problems, warnings } = await validateNameservers(ctx, { workspaceId, name, tld }, nameservers);
  findings.fields.push(...problems);
  findings.warnings.push(...warnings);
}

async function validateContacts(
  ctx: WorkspaceCtx & DomainPorts,
  input: Registration,
  tld: string,
  findings: Findings,
): Promise<void> {
  const purpose = { workspaceId: ctx.actor.workspaceId, tld };
  findings.fields.push(...(await findContacts(ctx, purpose, input.contacts, "/contacts")).problems);
}

type Offer = { quote: Quote; premium: boolean };

/** Its registry may not know yet of a name that is being registered. */
async function validateFreeName(
  ctx: WorkspaceCtx & DomainPorts,
  input: Registration,
  place: OfferedTld,
  findings: Findings,
): Promise<Offer | undefined> {
  if (await findKnownDomain(ctx, input.name)) {
    findings.refusals.push(await unavailableNameError(ctx, input.name));
    return undefined;
  }
  return validateOffer(ctx, input, place, findings);
}

async function validateOffer(
  ctx: WorkspaceCtx & DomainPorts,
  input: Registration,
  { tld, registrar }: OfferedTld,
  findings: Findings,
): Promise<Offer | undefined> {
  const { name, years } = input;
  const answer = await quoteName(ctx, registrar, name);
  if (answer.reason === "invalid_label") {
    if (!findings.fields.some(({ pointer }) => pointer === "/name")) {
      findings.fields.push({ pointer: "/name", message: "The registry does not accept this name." });
    }
    return undefined;
  }
  if (!answer.available) {
    findings.refusals.push(await unavailableNameError(ctx, name));
    return undefined;
  }
  const { premium, renew } = answer;
  if (premium) {
    const renewal = renew ? ` Renewal costs ${formatMoney(renew.price)} a year.` : "";
    findings.warnings.push({ code: "premium_name", message: `This is a premium name.${renewal}` });
  }
  if (!answer.register) {
    findings.refusals.push(noPrice());
    return undefined;
  }
  const { minYears, maxYears } = ctx.registrars.rulesOf(tld);
  if (years < minYears || years > maxYears) {
    return undefined;
  }
  return { quote: await quoteTerm(ctx, registrar, answer, "register", years), premium };
}
