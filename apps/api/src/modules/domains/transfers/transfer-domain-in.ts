import type { Transaction } from "@zonepost/db";
import type { DomainOperation, DomainOperationPreview, TransferInInput, Warning } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { AppError, invalid } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { findContacts, type PreparedContacts, prepareContacts } from "../contacts/prepare-contacts.ts";
import {
  asAppError,
  notRegistered,
  notTransferable,
  operationInProgress,
  transferLocked,
  transferTooEarly,
  transferUnderWay,
  wrongAuthCode,
} from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { findKnownDomain, heldNameError } from "../model/find-known-domain.ts";
import { insertDomain } from "../model/insert-domain.ts";
import { type ForOrderLine, readOperation } from "../model/operations.ts";
import { isRegistrarReason } from "../model/registrar.ts";
import { recordHistory } from "../notifications/record-history.ts";
import { type DomainPorts, type ForeignDomain, type Registrar, RegistrarError } from "../ports.ts";
import { beginOperation } from "../registry-sync/begin-operation.ts";
import { holdContacts } from "../registry-sync/hold-contacts.ts";
import { sendIntents } from "../registry-sync/send-intents.ts";
import { findTldOffer, tldNotOffered } from "../rules/find-tld-offer.ts";
import {
  checkPrice,
  emptyFindings,
  errorsOf,
  noWhoisPrivacy,
  type PreviewOptions,
  previewOfErrors,
} from "../rules/findings.ts";
import { addYears } from "../rules/schedule.ts";
import { confusableName } from "../search/confusable-name.ts";
import { type Quote, quoteName, requireQuote } from "../search/quote.ts";
import { limitAuthCodes } from "./limit-auth-codes.ts";
import { transferObstacle } from "./transfer-policy.ts";

type TransferIn = Omit<TransferInInput, "dryRun"> & ForOrderLine;
/** A check, and the price, need no contacts. */
type WantedTransfer = Omit<TransferIn, "contacts"> & Partial<Pick<TransferIn, "contacts">>;

/**
 * Requests a transfer from the current registrar. The auth code goes to the registry and is stored nowhere: not in the
 * row, the operation, the intent, the audit log or any other log.
 */
export async function transferDomainIn(
  ctx: WorkspaceCtx & DomainPorts,
  input: TransferIn,
): Promise<DomainOperation> {
  requireRight(ctx.actor, "domains:buy");
  const { registrar, tld, problems, terms } = await examine(ctx, input);
  if (problems[0]) {
    throw problems[0];
  }
  if (!terms) {
    throw notTransferable();
  }
  const { workspaceId } = ctx.actor;
  const purpose = { workspaceId, tld };
  const contacts = await prepareContacts(
    ctx,
    registrar,
    purpose,
    input.contacts,
    input.whoisPrivacy,
    "/contacts",
  );
  const begun = await begin(ctx, { input, tld, registrar, contacts, ...terms });
  await sendIntents(ctx, begun.domain, begun.intentIds, (port, options) =>
    port.requestTransfer(
      { name: input.name, authCode: input.authCode, agreed: terms.quote.cost ?? undefined },
      options,
    ),
  ).catch((error: unknown) => {
    throw isRegistrarReason(error, "wrong_auth_code") ? wrongAuthCode(error) : error;
  });
  return readOperation(ctx.db, begun.operationId);
}

export async function previewTransferIn(
  ctx: WorkspaceCtx & DomainPorts,
  input: WantedTransfer,
  options: PreviewOptions = {},
): Promise<DomainOperationPreview> {
  requireRight(ctx.actor, "domains:buy");
  const { tld, problems, warnings, terms } = await examine(ctx, input, options);
  return previewOfErrors(problems, warnings, {
    kind: "transfer_in",
    domainName: input.name,
    years: ctx.registrars.rulesOf(tld).transferAddsYears,
    priceCents: terms?.quote.price.priceCents ?? null,
    currency: terms?.quote.price.currency ?? null,
    expiresAt: terms?.expiresAt.toISOString() ?? null,
  });
}

type Terms = { foreign: ForeignDomain; quote: Quote; expiresAt: Date };

type Examined = {
  tld: string;
  registrar: Registrar;
  /** Most relevant first. */
  problems: AppError[];
  warnings: Warning[];
  /** Undefined if a problem prevents reading them. */
  terms?: Terms;
};

async function examine(
  ctx: WorkspaceCtx & DomainPorts,
  input: WantedTransfer,
  { isPriceRequest = false }: PreviewOptions = {},
): Promise<Examined> {
  const { name } = input;
  const place = findTldOffer(ctx.registrars, name);
  if (!place) {
    throw invalid([tldNotOffered(ctx.registrars, "/name")]);
  }
  const { tld, registrar } = place;
  const stopAt = (problem: AppError): Examined => ({ tld, registrar, problems: [problem], warnings: [] });
  const known = await findKnownDomain(ctx, name);
  const isOwn = known?.workspaceId === ctx.actor.workspaceId;
  if (known && isOwn) {
    return stopAt(heldNameError(known));
  }
  const foreign = await readForeign(ctx, registrar, input);
  if (foreign instanceof AppError) {
    return stopAt(foreign);
  }
  // Only revealed with the right auth code; without it, another workspace's domain looks like any foreign one.
  if (known) {
    return stopAt(notTransferable());
  }

  const rules = ctx.registrars.rulesOf(tld);
  const now = await ctx.clock.now();
  const { transfer, premium } = await quoteName(ctx, registrar, name);
  const quote = requireQuote(transfer);
  const problems: AppError[] = [];
  const obstacle = transferObstacle(rules, foreign, now);
  if (obstacle?.kind === "locked") {
    problems.push(transferLocked());
  }
  if (obstacle?.kind === "under_way") {
    problems.push(transferUnderWay());
  }
  if (obstacle?.kind === "going") {
    problems.push(notTransferable());
  }
  if (obstacle?.kind === "too_early") {
    problems.push(transferTooEarly(obstacle.from));
  }
  if (input.contacts) {
    const purpose = { workspaceId: ctx.actor.workspaceId, tld };
    const found = await findContacts(ctx, purpose, input.contacts, "/contacts");
    if (found.problems.length > 0) {
      problems.push(invalid(found.problems));
    }
  }
  if (!isPriceRequest) {
    const findings = emptyFindings();
    checkPrice(findings, { ...quote.price, premium }, input.expectedPriceCents, "its transfer");
    problems.push(...errorsOf(findings));
  }
  const from = foreign.registryExpiresAt ?? now;
  return {
    tld,
    registrar,
    problems,
    warnings: [
      ...confusableName(name),
      ...warningsOf(foreign),
      ...(input.whoisPrivacy && !rules.whoisPrivacy ? [noWhoisPrivacy(tld)] : []),
    ],
    terms: {
      foreign,
      quote,
      expiresAt: rules.transferAddsYears > 0 ? addYears(from, rules.transferAddsYears) : from,
    },
  };
}

async function readForeign(
  ctx: WorkspaceCtx,
  registrar: Registrar,
  { name, authCode }: Pick<TransferIn, "name" | "authCode">,
): Promise<ForeignDomain | AppError> {
  try {
    const answer = await limitAuthCodes(ctx, name, () => registrar.readForeignDomain(name, authCode));
    return answer ?? notRegistered();
  } catch (error) {
    if (error instanceof RegistrarError && error.reason === "wrong_auth_code") {
      return wrongAuthCode(error);
    }
    throw asAppError(error);
  }
}

function warningsOf(foreign: ForeignDomain): Warning[] {
  if (foreign.dsRecords.length === 0) {
    return [];
  }
  const message =
    "The domain uses DNSSEC and keeps its DS records. Don't change its nameservers or keys until the transfer is complete.";
  return [{ code: "dnssec_present", message }];
}

type Begin = Terms & { input: TransferIn; tld: string; registrar: Registrar; contacts: PreparedContacts };

/** Row, operation, intent and audit entry in one transaction; a concurrent request finds the name taken. */
async function begin(ctx: WorkspaceCtx & DomainPorts, how: Begin) {
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const domain = await insertMoving(tx, ctx, how, now);
    const years = ctx.registrars.rulesOf(how.tld).transferAddsYears;
    const { orderLineId, whenBegun } = how.input;
    const operation = {
      kind: "transfer_in",
      state: "pending",
      years,
      ...how.quote.price,
      cost: how.quote.cost,
      orderLineId,
      whenBegun,
    } as const;
    const begun = await beginOperation(tx, ctx, domain, operation, { kind: "transfer_in" }, now);
    await recordHistory(tx, ctx, [
      {
        domain,
        kind: "transfer",
        action: "domain.transfer_requested",
        summary: null,
        details: { direction: "in", ...how.quote.price },
        occurredAt: now,
      },
    ]);
    return { domain, ...begun };
  });
}

async function insertMoving(
  tx: Transaction,
  ctx: WorkspaceCtx,
  { input, tld, registrar, foreign, expiresAt, contacts }: Begin,
  now: Date,
): Promise<DomainRow> {
  await holdContacts(tx, contacts.contactIds, "/contacts");
  const row = await insertDomain(
    tx,
    {
      workspaceId: ctx.actor.workspaceId,
      name: input.name,
      tld,
      registrar: registrar.code,
      status: "pending_transfer",
      autoRenew: input.autoRenew,
      whoisPrivacy: contacts.whoisPrivacy,
      registeredAt: foreign.registeredAt ?? now,
      paidUntil: expiresAt,
      registryExpiresAt: foreign.registryExpiresAt ?? expiresAt,
      nameservers: foreign.nameservers,
      dsRecords: foreign.dsRecords,
      registryStatuses: foreign.statuses,
      contactIds: contacts.contactIds,
    },
    now,
  );
  if (!row) {
    throw operationInProgress();
  }
  return row;
}
