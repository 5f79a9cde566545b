import { domains } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { terminalStatuses } from "../model/get-own-domain.ts";
import { registrarOf } from "../model/registrar.ts";
import {
  type Cost,
  type DomainPorts,
  type Registrar,
  RegistrarError,
  type RegistryAnswer,
  type RegistryTransfer,
} from "../ports.ts";
import { ownRenewalYears } from "../rules/registry-refunds.ts";
import { applyDecision } from "./apply-decision.ts";
import { decideFromAnswer } from "./decisions/decide-from-answer.ts";
import { lockSituation } from "./lock-situation.ts";

export type ReconcileResult = { row: DomainRow; appliedIntentIds: string[] };

type Options = {
  ownIntentIds?: readonly string[];
  /** The row as the caller has read it. */
  seen?: DomainRow;
};

const maxAttempts = 8;

/**
 * The only writer of registry state. If the row's version changes while the registry is being asked, its answer may be
 * outdated, so both are read again. Another caller's intent that may still be in transit doesn't count as failed
 * because its effect is missing; `ownIntentIds` do.
 */
export async function reconcileDomain(
  ctx: Ctx & DomainPorts,
  domainId: string,
  { ownIntentIds = [], seen }: Options = {},
): Promise<ReconcileResult> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const before = (attempt === 1 && seen) || (await readRow(ctx, domainId));
    if (terminalStatuses.includes(before.status)) {
      return { row: before, appliedIntentIds: [] };
    }
    const registrar = registrarOf(ctx, before);
    const answer = await registrar.readDomain(before.name);
    const transfer = await readTransferIfRelevant(registrar, before, answer);
    const now = await ctx.clock.now();
    const ownRenewal = await readOwnRenewal(registrar, before, answer, now);
    const result = await ctx.db.transaction(async (tx): Promise<ReconcileResult | undefined> => {
      const locked = await lockSituation(tx, domainId, ctx.clock.wallNow(), ownIntentIds);
      if (locked?.row.version !== before.version) {
        return undefined;
      }
      const rules = ctx.registrars.rulesOf(locked.row.tld);
      const decision = decideFromAnswer({ ...locked, transfer, rules, now }, answer);
      const row = await applyDecision(tx, ctx, locked.row, decision, now, ownRenewal);
      const applied = decision.intents.filter(({ event }) => event === "apply");
      return { row, appliedIntentIds: applied.map(({ intent }) => intent.id) };
    });
    if (result) {
      return result;
    }
  }
  throw new Error(`the domain ${domainId} changed faster than it could be read`);
}

async function readRow({ db }: Ctx, domainId: string): Promise<DomainRow> {
  const [row] = await db.select().from(domains).where(eq(domains.id, domainId));
  if (!row) {
    throw notFound();
  }
  return row;
}

/** Reconciles a domain. Returns undefined if its registry can't be read now; the sync then reads it later. */
export async function reconcileIfReadable(
  ctx: Ctx & DomainPorts,
  domainId: string,
  options: Options = {},
): Promise<ReconcileResult | undefined> {
  return reconcileDomain(ctx, domainId, options).catch((error: unknown) => {
    if (!(error instanceof RegistrarError)) {
      throw error;
    }
    ctx.log.warn({ err: error, domainId }, "couldn't read a domain from its registry");
    return undefined;
  });
}

/** What the registry has charged for renewing the domain at its date; null if it hasn't, or doesn't quote a fee. */
async function readOwnRenewal(
  registrar: Registrar,
  before: DomainRow,
  answer: RegistryAnswer,
  now: Date,
): Promise<Cost | null> {
  const years = answer.kind === "held" ? ownRenewalYears(before, answer.domain, now) : 0;
  if (years === 0) {
    return null;
  }
  return registrar.costOfRenewal(before.name, years).catch((error: unknown) => {
    if (error instanceof RegistrarError && error.reason === "no_price") {
      return null;
    }
    throw error;
  });
}

async function readTransferIfRelevant(
  registrar: Registrar,
  before: DomainRow,
  answer: RegistryAnswer,
): Promise<RegistryTransfer | null> {
  const isRelevant =
    before.status === "pending_transfer" ||
    answer.kind === "elsewhere" ||
    (answer.kind === "held" && answer.domain.statuses.includes("pendingTransfer"));
  return isRelevant ? registrar.readTransfer(before.name) : null;
}
