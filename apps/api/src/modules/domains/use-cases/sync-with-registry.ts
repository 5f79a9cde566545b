import { domainIntents, domains } from "@zonepost/db";
import { and, asc, eq, isNull, lt, notInArray, or } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { type DomainPorts, RegistrarError } from "../ports.ts";
import { goneStatuses } from "../queries/get-own-domain.ts";
import { reconcileDomain } from "./reconcile-domain.ts";

const batchSize = 25;
/** An intent this old belongs to a process that died; one without an answer is asked after at once. */
const abandonedAfterMs = 90_000;
/** A change that the registry still does not show after this long was never made. */
const supersededAfterMs = 3_600_000;
const resyncAfterMs = 24 * 3_600_000;

/** Finds what the registry tells, what a dying process left behind, and, daily, what nobody told. */
export async function syncWithRegistry(ctx: Ctx & DomainPorts, signal: AbortSignal): Promise<void> {
  for (const registrar of ctx.registrars.all()) {
    for (let read = 0; read < batchSize && !signal.aborted; read += 1) {
      const notice = await registrar.nextNotice();
      if (!notice) break;
      const [domain] = notice.domainName
        ? await ctx.db
            .select({ id: domains.id })
            .from(domains)
            .where(and(eq(domains.name, notice.domainName), notInArray(domains.status, goneStatuses)))
        : [];
      if (domain) await reconcileDomain(ctx, domain.id);
      // Only now: a notice that is acknowledged before its news is written would be lost with this process.
      await registrar.acknowledgeNotice(notice.id);
    }
  }
  await settleAbandonedIntents(ctx, signal);
  await resyncOldest(ctx, signal);
}

async function settleAbandonedIntents(ctx: Ctx & DomainPorts, signal: AbortSignal): Promise<void> {
  const now = await ctx.clock.now();
  const abandoned = await ctx.db
    .select({ id: domainIntents.id, domainId: domainIntents.domainId, createdAt: domainIntents.createdAt })
    .from(domainIntents)
    .where(
      and(
        isNull(domainIntents.settledAt),
        or(
          eq(domainIntents.outcome, "unknown"),
          lt(domainIntents.createdAt, new Date(now.getTime() - abandonedAfterMs)),
        ),
      ),
    )
    .orderBy(asc(domainIntents.createdAt))
    .limit(batchSize);
  for (const intent of abandoned) {
    if (signal.aborted) return;
    const { settledIntentIds } = await reconcileDomain(ctx, intent.domainId);
    const isHopeless = now.getTime() - intent.createdAt.getTime() > supersededAfterMs;
    if (isHopeless && !settledIntentIds.includes(intent.id))
      await ctx.db
        .update(domainIntents)
        .set({ settledAt: now, outcome: "superseded" })
        .where(and(eq(domainIntents.id, intent.id), isNull(domainIntents.settledAt)));
  }
}

async function resyncOldest(ctx: Ctx & DomainPorts, signal: AbortSignal): Promise<void> {
  const now = await ctx.clock.now();
  const stale = await ctx.db
    .select({ id: domains.id, name: domains.name })
    .from(domains)
    .where(
      and(
        lt(domains.syncedAt, new Date(now.getTime() - resyncAfterMs)),
        notInArray(domains.status, goneStatuses),
      ),
    )
    .orderBy(asc(domains.syncedAt))
    .limit(batchSize);
  for (const { id, name } of stale) {
    if (signal.aborted) return;
    await reconcileDomain(ctx, id).catch((error: unknown) => {
      if (!(error instanceof RegistrarError) || error.reason === "unavailable") throw error;
      ctx.log.warn({ err: error, domain: name }, "a domain could not be read from its registry");
    });
  }
}
