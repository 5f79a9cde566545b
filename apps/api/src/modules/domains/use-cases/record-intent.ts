import { domainIntents } from "@zonepost/db";
import { and, eq, isNull } from "drizzle-orm";
import { storedActor } from "../../../kernel/actor.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import type { DomainRow } from "../domain-row.ts";
import type { IntentChange } from "../intents.ts";

/** Writes who wants which change before it is sent, so that whoever finds it at the registry knows whose it is. */
export async function recordIntent(ctx: Ctx, domain: DomainRow, change: IntentChange): Promise<string> {
  const id = newId();
  await ctx.db.insert(domainIntents).values({
    id,
    domainId: domain.id,
    kind: change.kind,
    change,
    actor: storedActor(ctx.actor),
    requestId: ctx.requestId,
    createdAt: await ctx.clock.now(),
  });
  return id;
}

/** Closes an intent whose change the registry did not make. */
export async function dismissIntent(ctx: Ctx, intentId: string): Promise<void> {
  await ctx.db
    .update(domainIntents)
    .set({ settledAt: await ctx.clock.now(), outcome: "refused" })
    .where(and(eq(domainIntents.id, intentId), isNull(domainIntents.settledAt)));
}
