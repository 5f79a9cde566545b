import { domains } from "@zonepost/db";
import { and, asc, eq, gt } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { isHeld } from "../model/get-own-domain.ts";
import { registrarOf } from "../model/registrar.ts";
import { recordHistory } from "../notifications/record-history.ts";
import { type DomainPorts, RegistrarError, type RegistryAnswer } from "../ports.ts";
import { reconcileDomain } from "../registry-sync/reconcile-domain.ts";
import { scheduleOf, yearsBetween } from "../rules/schedule.ts";
import { restoredRenewal } from "./restored-renewal.ts";

type RestoredCtx = Ctx & DomainPorts;

const pageSize = 500;

/** All domains that the workspaces of a restored database hold, in the order of their IDs. */
export async function* listHeldDomains({ db }: Pick<RestoredCtx, "db">): AsyncGenerator<DomainRow> {
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const rows = await db
      .select()
      .from(domains)
      .where(and(isHeld, gt(domains.id, after)))
      .orderBy(asc(domains.id))
      .limit(pageSize);
    const last = rows.at(-1);
    if (!last) {
      return;
    }
    yield* rows;
    after = last.id;
  }
}

type DomainTakenOver =
  | { outcome: "same" | "changed" | "refused"; detail?: string }
  /** It takes a transfer query to know more: the sync asks first after the release. */
  | { outcome: "transferred"; detail: string }
  /** Renewed since the backup: its term is taken over, so that it isn't charged again. */
  | { outcome: "renewed"; detail: string };

type TermAsks = {
  isPaidFor(row: DomainRow): Promise<boolean>;
  beforeRenewal(row: DomainRow, paidUntil: Date): Promise<void>;
};

/**
 * Takes over what a registry has changed since a backup. Only reads there. A registry that doesn't respond is thrown; one
 * that refuses to read the name is returned. Safe to repeat.
 *
 * @param asks `isPaidFor`: an order has paid for a renewal, which moves the term itself. `beforeRenewal` is called before a
 *   term is taken over, since a later run doesn't see it.
 */
export async function takeOverDomain(
  ctx: RestoredCtx,
  row: DomainRow,
  asks: TermAsks,
): Promise<DomainTakenOver> {
  try {
    const answer = await registrarOf(ctx, row).readDomain(row.name);
    if (mayBeTransferred(row, answer)) {
      await ctx.db
        .update(domains)
        .set({ syncedAt: new Date(0) })
        .where(eq(domains.id, row.id));
      return {
        outcome: "transferred",
        detail: answer.kind === "elsewhere" ? "another registrar holds it" : "a transfer is pending",
      };
    }
    const renewedUntil = row.status === "pending" ? null : await takeOverTerm(ctx, row, answer, asks);
    const { row: after } = await reconcileDomain(ctx, row.id);
    if (renewedUntil) {
      return { outcome: "renewed", detail: `until ${renewedUntil.toISOString()}` };
    }
    return after.version === row.version
      ? { outcome: "same" }
      : { outcome: "changed", detail: after.status === row.status ? undefined : after.status };
  } catch (error) {
    if (!(error instanceof RegistrarError) || error.reason === "unavailable") {
      throw error;
    }
    return { outcome: "refused", detail: error.reason };
  }
}

const mayBeTransferred = ({ status }: DomainRow, answer: RegistryAnswer): boolean =>
  status === "pending_transfer" ||
  answer.kind === "elsewhere" ||
  (answer.kind === "held" && answer.domain.statuses.includes("pendingTransfer"));

/** The new end of the paid term; null if it stays. */
async function takeOverTerm(
  ctx: RestoredCtx,
  row: DomainRow,
  answer: RegistryAnswer,
  { isPaidFor, beforeRenewal }: TermAsks,
): Promise<Date | null> {
  const now = await ctx.clock.now();
  const term = answer.kind === "held" ? restoredRenewal(row, answer.domain, now) : null;
  if (term === null || (await isPaidFor(row))) {
    return null;
  }
  await beforeRenewal(row, term.paidUntil);
  const rules = ctx.registrars.rulesOf(row.tld);
  return ctx.db.transaction(async (tx) => {
    const [locked] = await tx
      .select()
      .from(domains)
      .where(and(eq(domains.id, row.id), eq(domains.version, row.version)))
      .for("update");
    if (!locked) {
      return null;
    }
    await tx
      .update(domains)
      .set({ ...term, ...scheduleOf({ ...locked, ...term }, rules, now), version: locked.version + 1 })
      .where(eq(domains.id, locked.id));
    await recordHistory(tx, ctx, [
      {
        domain: locked,
        kind: "renewal",
        action: "domain.renewed",
        summary: "Renewed at the registry before the service was restored from a backup",
        details: { expiresAt: term.paidUntil.toISOString(), isRestored: true },
        occurredAt: now,
      },
    ]);
    return term.paidUntil;
  });
}

/** What its registry has otherwise, in words; null for the same date and status. Changes nothing. */
export async function describeDifference(ctx: RestoredCtx, row: DomainRow): Promise<string | null> {
  try {
    const answer = await registrarOf(ctx, row).readDomain(row.name);
    if (answer.kind !== "held") {
      return row.status === "pending"
        ? null
        : answer.kind === "elsewhere"
          ? "another registrar holds it"
          : "not registered";
    }
    const { registryExpiresAt } = answer.domain;
    if (row.status === "pending") {
      return `registered until ${registryExpiresAt.toISOString()}`;
    }
    return yearsBetween(row.registryExpiresAt, registryExpiresAt) === 0
      ? null
      : `expires ${registryExpiresAt.toISOString()}, here ${row.registryExpiresAt.toISOString()}`;
  } catch (error) {
    if (!(error instanceof RegistrarError) || error.reason === "unavailable") {
      throw error;
    }
    return `its registry can't read it (${error.reason})`;
  }
}

export const isRegistryAway = (error: unknown): boolean =>
  error instanceof RegistrarError && error.reason === "unavailable";
