import { domainIntents, domains, type Transaction } from "@zonepost/db";
import type { DsRecord } from "@zonepost/schema";
import { and, countDistinct, eq, isNull, sql } from "drizzle-orm";
import { storedActor } from "../../../kernel/actor.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { wakeWorkers } from "../../../kernel/wake.ts";
import type { DomainRow } from "../domain-row.ts";
import { tooManyDsRecords } from "../errors.ts";
import type { IntentChange } from "../intents.ts";
import { dsRecordLimit } from "../policy.ts";

/** Writes who wants which change before it is sent, so that whoever finds it at the registry knows whose it is. */
export async function recordIntent(ctx: Ctx, domain: DomainRow, change: IntentChange): Promise<string> {
  const id = newId();
  const createdAt = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(domains).where(eq(domains.id, domain.id)).for("update");
    if (!row) throw notFound();
    if (change.kind === "publish_ds_record") await requireRoomForDsRecord(tx, row, change.dsRecord);
    await tx.insert(domainIntents).values({
      id,
      domainId: domain.id,
      kind: change.kind,
      change,
      actor: storedActor(ctx.actor),
      requestId: ctx.requestId,
      createdAt,
    });
  });
  return id;
}

/** What others are publishing at this moment counts too, so that a race cannot pass the limit. */
async function requireRoomForDsRecord(tx: Transaction, row: DomainRow, dsRecord: DsRecord): Promise<void> {
  const [others] = await tx
    .select({ count: countDistinct(sql`${domainIntents.change} -> 'dsRecord'`) })
    .from(domainIntents)
    .where(
      and(
        eq(domainIntents.domainId, row.id),
        eq(domainIntents.kind, "publish_ds_record"),
        isNull(domainIntents.settledAt),
        sql`${domainIntents.change} -> 'dsRecord' <> ${JSON.stringify(dsRecord)}::jsonb`,
      ),
    );
  if (row.dsRecords.length + (others?.count ?? 0) >= dsRecordLimit) throw tooManyDsRecords(dsRecordLimit);
}

/** Leaves an intent whose answer never came to the sync, which asks the registry at once. */
export async function leaveToSync(ctx: Ctx, intentId: string): Promise<void> {
  await ctx.db
    .update(domainIntents)
    .set({ outcome: "unknown" })
    .where(and(eq(domainIntents.id, intentId), isNull(domainIntents.settledAt)));
  await wakeWorkers(ctx.db, "sync");
}

/** Closes an intent whose change the registry did not make. */
export async function dismissIntent(ctx: Ctx, intentId: string): Promise<void> {
  await ctx.db
    .update(domainIntents)
    .set({ settledAt: await ctx.clock.now(), outcome: "refused" })
    .where(and(eq(domainIntents.id, intentId), isNull(domainIntents.settledAt)));
}
