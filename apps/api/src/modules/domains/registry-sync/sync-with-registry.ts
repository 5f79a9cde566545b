import { domainIntents, domainOperations, domains } from "@zonepost/db";
import type { DomainOperationKind } from "@zonepost/schema";
import { and, asc, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { dayMs, hourMs } from "../../../kernel/durations.ts";
import { AppError } from "../../../kernel/errors.ts";
import { createdAtMs } from "../../../kernel/ids.ts";
import { isHeld } from "../model/get-own-domain.ts";
import { type DomainPorts, type Registrar, RegistrarError } from "../ports.ts";
import { laterOf } from "../rules/schedule.ts";
import { abandonIntent } from "./abandon-intent.ts";
import { type IntentChange, isChangeOperation } from "./intents/intent-change.ts";
import { isInState, isOpen, stateOf } from "./intents/intent-columns.ts";
import type { IntentState } from "./intents/intent-state.ts";
import { moveIntents } from "./intents/write-intents.ts";
import { keepNotice } from "./messages/keep-notice.ts";
import { type ReconcileResult, reconcileDomain } from "./reconcile-domain.ts";
import { resumeIntent } from "./resume-intent.ts";

const batchSize = 25;
/** Wall clock. A change not visible at the registry after this long was never made, and isn't retried. */
const abandonedAfterMs = hourMs;
const resyncAfterMs = dayMs;

/**
 * Reads the registry's notices, settles intents of dead processes, and once a day reads domains without other traffic.
 */
export async function syncWithRegistry(ctx: Ctx & DomainPorts, signal: AbortSignal): Promise<void> {
  for (const registrar of ctx.registrars.all()) {
    await readNotices(ctx, registrar, signal);
  }
  await settleLeftovers(ctx, signal);
  await resyncOldest(ctx, signal);
}

async function readNotices(ctx: Ctx & DomainPorts, registrar: Registrar, signal: AbortSignal): Promise<void> {
  for (let read = 0; read < batchSize && !signal.aborted; read += 1) {
    const notice = await registrar.nextNotice();
    if (!notice) {
      return;
    }
    const domain = await keepNotice(ctx, registrar.code, notice);
    if (domain && notice.isRefusal) {
      await moveIntents(ctx.db, "decline", eq(domainIntents.domainId, domain.id), ctx.clock.wallNow());
    }
    if (domain) {
      await reconcileOrRetryLater(ctx, domain.id);
    }
    // Only now: if this process died after acknowledging but before writing, the notice would be lost.
    await registrar.acknowledgeNotice(notice.id);
  }
}

/** A domain that can't be read doesn't block the queue: the notice is removed, and the domain is read later. */
async function reconcileOrRetryLater(ctx: Ctx & DomainPorts, domainId: string): Promise<void> {
  if (await reconcileUnlessRefused(ctx, domainId)) {
    return;
  }
  const now = await ctx.clock.now();
  await ctx.db
    .update(domains)
    .set({ nextLookAt: laterOf(now, now) })
    .where(eq(domains.id, domainId));
}

type Leftover = Pick<
  typeof domainIntents.$inferSelect,
  "id" | "domainId" | "leasedUntil" | "settledAt" | "outcome" | "change"
> & { operationKind: DomainOperationKind | null };

async function settleLeftovers(ctx: Ctx & DomainPorts, signal: AbortSignal): Promise<void> {
  for (const intent of await readLeftovers(ctx)) {
    if (signal.aborted) {
      return;
    }
    await settleLeftover(ctx, intent);
  }
}

function readLeftovers(ctx: Ctx): Promise<Leftover[]> {
  const isLeaseOver = or(
    isNull(domainIntents.leasedUntil),
    lt(domainIntents.leasedUntil, ctx.clock.wallNow()),
  );
  return (
    ctx.db
      .select({
        id: domainIntents.id,
        domainId: domainIntents.domainId,
        operationKind: domainOperations.kind,
        leasedUntil: domainIntents.leasedUntil,
        settledAt: domainIntents.settledAt,
        outcome: domainIntents.outcome,
        change: domainIntents.change,
      })
      .from(domainIntents)
      .leftJoin(domainOperations, eq(domainOperations.id, domainIntents.operationId))
      .where(
        and(
          isOpen(),
          or(isInState(["unknown", "confirmed"]), and(isInState(["written", "sending"]), isLeaseOver)),
        ),
      )
      // Operations first, because callers wait for them; then the longest waiting.
      .orderBy(
        sql`${domainIntents.operationId} is null`,
        sql`${domainIntents.leasedUntil} nulls first`,
        asc(domainIntents.id),
      )
      .limit(batchSize)
  );
}

async function settleLeftover(ctx: Ctx & DomainPorts, intent: Leftover): Promise<void> {
  const result = await reconcileUnlessRefused(ctx, intent.domainId);
  if (result?.appliedIntentIds.includes(intent.id)) {
    return;
  }
  const change = intent.change;
  if (!result || mayWaitAtRegistry(change, result.row.registryStatuses)) {
    await moveIntents(ctx.db, "postpone", eq(domainIntents.id, intent.id), ctx.clock.wallNow());
    return;
  }
  const state = stateOf(intent);
  const ageMs = ctx.clock.wallNow().getTime() - createdAtMs(intent.id);
  const isYoung = state.name === "written" || ageMs < abandonedAfterMs;
  const isResumable = intent.operationKind !== null && !isChangeOperation(intent.operationKind);
  if (isResumable && isYoung && (await resumeQuietly(ctx, result.row, { id: intent.id, change }))) {
    return;
  }
  if (!isYoung || isLeaseLongOver(state, ctx.clock.wallNow())) {
    await abandonIntent(ctx, intent);
  }
}

/** No caller is waiting, so a refusal is recorded with the operation and logged. */
async function resumeQuietly(
  ctx: Ctx & DomainPorts,
  row: ReconcileResult["row"],
  intent: { id: string; change: IntentChange },
): Promise<boolean> {
  return resumeIntent(ctx, row, intent).catch((error: unknown) => {
    if (!(error instanceof AppError)) {
      throw error;
    }
    ctx.log.warn({ err: error, domain: row.name }, "the registry refused a resumed operation");
    return true;
  });
}

function isLeaseLongOver(state: IntentState, wallNow: Date): boolean {
  const leasedUntil = "leasedUntil" in state ? state.leasedUntil : null;
  return leasedUntil === null || wallNow.getTime() - leasedUntil.getTime() > abandonedAfterMs;
}

/** Arrivals end when the registry shows the result; other changes may be pending there. */
const mayWaitAtRegistry = ({ kind }: IntentChange, registryStatuses: readonly string[]): boolean =>
  kind === "register" ||
  kind === "transfer_in" ||
  registryStatuses.includes("pendingUpdate") ||
  registryStatuses.includes("pendingRenew");

/** A refused read skips only that name; an unavailable registry stops all. */
async function reconcileUnlessRefused(
  ctx: Ctx & DomainPorts,
  domainId: string,
): Promise<ReconcileResult | undefined> {
  try {
    return await reconcileDomain(ctx, domainId);
  } catch (error) {
    if (!(error instanceof RegistrarError) || error.reason === "unavailable") {
      throw error;
    }
    ctx.log.warn({ err: error, domainId }, "couldn't read a domain from its registry");
    return undefined;
  }
}

async function resyncOldest(ctx: Ctx & DomainPorts, signal: AbortSignal): Promise<void> {
  const now = await ctx.clock.now();
  const stale = await ctx.db
    .select({ id: domains.id })
    .from(domains)
    .where(and(lt(domains.syncedAt, new Date(now.getTime() - resyncAfterMs)), isHeld))
    .orderBy(asc(domains.syncedAt))
    .limit(batchSize);
  for (const { id } of stale) {
    if (signal.aborted) {
      return;
    }
    if (await reconcileUnlessRefused(ctx, id)) {
      continue;
    }
    // Nothing more can be read today, so let the others have their turn.
    await ctx.db.update(domains).set({ syncedAt: now }).where(eq(domains.id, id));
  }
}
