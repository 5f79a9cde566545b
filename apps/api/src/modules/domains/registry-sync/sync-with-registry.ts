import { domainIntents, domains } from "@zonepost/db";
import { and, asc, eq, isNull, lt, notInArray, or, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { createdAtMs } from "../../../kernel/ids.ts";
import { goneStatuses } from "../model/get-own-domain.ts";
import { laterOf } from "../model/schedule.ts";
import { type DomainPorts, RegistrarError } from "../ports.ts";
import { goOnWithIntent } from "./go-on-with-intent.ts";
import type { IntentChange } from "./intents.ts";
import { breakPromise } from "./promised-delegation.ts";
import { type ReconcileResult, reconcileDomain } from "./reconcile-domain.ts";
import { settleOperation } from "./settle-operation.ts";

const batchSize = 25;
/** Wall time: a change that the registry still does not show was never made, and is not tried any more. */
const supersededAfterMs = 3_600_000;
const resyncAfterMs = 24 * 3_600_000;

/** Finds what the registry tells, what a dying process left behind, and, daily, what nobody told. */
export async function syncWithRegistry(ctx: Ctx & DomainPorts, signal: AbortSignal): Promise<void> {
  for (const registrar of ctx.registrars.all()) {
    for (let read = 0; read < batchSize && !signal.aborted; read += 1) {
      const notice = await registrar.nextNotice();
      if (!notice) {
        break;
      }
      const [domain] = notice.domainName
        ? await ctx.db
            .select({ id: domains.id })
            .from(domains)
            .where(and(eq(domains.name, notice.domainName), notInArray(domains.status, goneStatuses)))
        : [];
      if (domain && notice.isRefusal) {
        await expectNoMore(ctx, domain.id);
      }
      if (domain) {
        await reconcileOrLookAgain(ctx, domain.id);
      }
      // Only now: a notice that is acknowledged before its news is written would be lost with this process.
      await registrar.acknowledgeNotice(notice.id);
    }
  }
  await settleAbandonedIntents(ctx, signal);
  await resyncOldest(ctx, signal);
}

/** The notice of a domain that cannot be read is not kept: the domain is looked at again later. */
async function reconcileOrLookAgain(ctx: Ctx & DomainPorts, domainId: string): Promise<void> {
  if (await reconcileUnlessRefused(ctx, domainId)) {
    return;
  }
  const now = await ctx.clock.now();
  await ctx.db
    .update(domains)
    .set({ nextLookAt: laterOf(now, now) })
    .where(eq(domains.id, domainId));
}

/** What the registry had taken and refused in the end is closed by what it shows next, and never sent again. */
async function expectNoMore(ctx: Ctx, domainId: string): Promise<void> {
  await ctx.db
    .update(domainIntents)
    .set({ outcome: "refused", leasedUntil: null })
    .where(
      and(
        eq(domainIntents.domainId, domainId),
        eq(domainIntents.outcome, "taken"),
        isNull(domainIntents.settledAt),
      ),
    );
}

async function settleAbandonedIntents(ctx: Ctx & DomainPorts, signal: AbortSignal): Promise<void> {
  const wallNow = ctx.clock.wallNow();
  const abandoned = await ctx.db
    .select({
      id: domainIntents.id,
      domainId: domainIntents.domainId,
      operationId: domainIntents.operationId,
      leasedUntil: domainIntents.leasedUntil,
      outcome: domainIntents.outcome,
      change: domainIntents.change,
    })
    .from(domainIntents)
    .where(
      and(
        isNull(domainIntents.settledAt),
        or(
          eq(domainIntents.outcome, "unknown"),
          and(
            isNull(domainIntents.outcome),
            or(isNull(domainIntents.leasedUntil), lt(domainIntents.leasedUntil, wallNow)),
          ),
        ),
      ),
    )
    // Operations first: callers wait for them, and however many other changes are looked for, they have their turn.
    .orderBy(
      sql`${domainIntents.operationId} is null`,
      sql`${domainIntents.leasedUntil} nulls first`,
      asc(domainIntents.id),
    )
    .limit(batchSize);
  for (const intent of abandoned) {
    if (signal.aborted) {
      return;
    }
    const result = await reconcileUnlessRefused(ctx, intent.domainId);
    if (result?.settledIntentIds.includes(intent.id)) {
      continue;
    }
    if (!result || isAwaited(intent.change as IntentChange, result.row.registryStatuses)) {
      await moveToEnd(ctx, intent.id);
      continue;
    }
    const isUntried = intent.outcome === null && intent.leasedUntil === null;
    const isYoung = isUntried || wallNow.getTime() - createdAtMs(intent.id) < supersededAfterMs;
    if (intent.operationId && isYoung && (await goOnWithIntent(ctx, result.row, intent))) {
      continue;
    }
    if (!isYoung || isLongOver(intent.leasedUntil, wallNow)) {
      await giveUp(ctx, intent);
    }
  }
}

/** What waits at the registry, or at one that does not read it to us, takes nobody else's turn. */
async function moveToEnd(ctx: Ctx, intentId: string): Promise<void> {
  await ctx.db
    .update(domainIntents)
    .set({
      leasedUntil: sql`greatest(${domainIntents.leasedUntil}, ${ctx.clock.wallNow().toISOString()}::timestamptz)`,
    })
    .where(and(eq(domainIntents.id, intentId), isNull(domainIntents.settledAt)));
}

const isLongOver = (leasedUntil: Date | null, wallNow: Date): boolean =>
  leasedUntil === null || wallNow.getTime() - leasedUntil.getTime() > supersededAfterMs;

/** Whether a domain is to come is said by its arrival; other changes may wait at the registry. */
const isAwaited = ({ kind }: IntentChange, registryStatuses: readonly string[]): boolean =>
  kind === "register" ||
  kind === "transfer_in" ||
  registryStatuses.includes("pendingUpdate") ||
  registryStatuses.includes("pendingRenew");

/** One name that the registry does not read to us keeps nothing else waiting; a registry that is away does. */
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
    ctx.log.warn({ err: error, domainId }, "a domain could not be read from its registry");
    return undefined;
  }
}

async function giveUp(
  ctx: Ctx,
  intent: { id: string; operationId: string | null; change: unknown },
): Promise<void> {
  const now = await ctx.clock.now();
  const wallNow = ctx.clock.wallNow();
  await ctx.db.transaction(async (tx) => {
    const given = await tx
      .update(domainIntents)
      .set({ settledAt: now, outcome: "superseded" })
      .where(
        and(
          eq(domainIntents.id, intent.id),
          isNull(domainIntents.settledAt),
          // Somebody may have taken it up again.
          or(isNull(domainIntents.leasedUntil), lt(domainIntents.leasedUntil, wallNow)),
        ),
      )
      .returning({ id: domainIntents.id });
    if (given.length === 0) {
      return;
    }
    const reason = { code: "not_carried_out", message: "The registry did not carry it out." };
    await settleOperation(tx, intent.operationId, { state: "failed", reason }, now);
    await breakPromise(tx, intent, now);
  });
}

async function resyncOldest(ctx: Ctx & DomainPorts, signal: AbortSignal): Promise<void> {
  const now = await ctx.clock.now();
  const stale = await ctx.db
    .select({ id: domains.id })
    .from(domains)
    .where(
      and(
        lt(domains.syncedAt, new Date(now.getTime() - resyncAfterMs)),
        notInArray(domains.status, goneStatuses),
      ),
    )
    .orderBy(asc(domains.syncedAt))
    .limit(batchSize);
  for (const { id } of stale) {
    if (signal.aborted) {
      return;
    }
    if (await reconcileUnlessRefused(ctx, id)) {
      continue;
    }
    // Read as far as it can be today: others have their turn.
    await ctx.db.update(domains).set({ syncedAt: now }).where(eq(domains.id, id));
  }
}
