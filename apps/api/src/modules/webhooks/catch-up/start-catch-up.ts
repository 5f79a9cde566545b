import { type Transaction, webhookCatchUps, webhookEndpoints } from "@zonepost/db";
import {
  type WebhookCatchUpCount,
  type WebhookCatchUpInput,
  webhookCatchUpCountLimit,
} from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { wakeWorkers } from "../../../kernel/due-work/wake.ts";
import { notFound } from "../../../kernel/errors.ts";
import { firstIdAt, newId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { catchUpRunning, endpointInactive } from "../model/errors.ts";
import { type EndpointRow, findEndpoint, ownEndpoint } from "../model/find-endpoint.ts";
import { limitCatchUps } from "./limit-catch-ups.ts";
import { clockTimes, countMissed, type MissedRange } from "./missed-deliveries.ts";

type Input = { id: string; catchUp: WebhookCatchUpInput };
type TimeRange = Pick<WebhookCatchUpInput, "since" | "until">;

export async function startCatchUp(ctx: WorkspaceCtx, input: Input): Promise<WebhookCatchUpCount> {
  requireRight(ctx.actor, "webhooks:write");
  const times = await clockTimes(ctx);
  const endpoint = await findEndpoint(ctx, input.id);
  const range = rangeOf(endpoint, input.catchUp);
  const count = await countMissed(ctx.db, range, times);
  await ctx.db.transaction(async (tx) => {
    const [locked] = await tx.select().from(webhookEndpoints).where(ownEndpoint(ctx, input.id)).for("update");
    if (!locked) {
      throw notFound();
    }
    if (!locked.active) {
      throw endpointInactive();
    }
    if (locked.catchUpId !== null) {
      throw catchUpRunning();
    }
    await limitCatchUps(tx, locked, ctx.clock.wallNow());
    const ratePerSecond = input.catchUp.ratePerSecond ?? null;
    await beginCatchUp(tx, range, { total: count, ratePerSecond, at: times.now, includesOnHold: false });
    await audit(tx, ctx, {
      workspaceId: ctx.actor.workspaceId,
      action: "webhook_endpoint.catch_up_started",
      target: input.id,
      details: { ...input.catchUp, dryRun: undefined, url: locked.url, total: count },
      occurredAt: times.now,
    });
  });
  return { count };
}

/** The number of deliveries, up to a limit, also for an inactive endpoint. */
export async function previewCatchUp(
  ctx: WorkspaceCtx,
  input: { id: string; catchUp: TimeRange },
): Promise<WebhookCatchUpCount> {
  requireRight(ctx.actor, "webhooks:write");
  const endpoint = await findEndpoint(ctx, input.id);
  const range = rangeOf(endpoint, input.catchUp);
  return { count: await countMissed(ctx.db, range, await clockTimes(ctx), webhookCatchUpCountLimit) };
}

const rangeOf = (endpoint: EndpointRow, { since, until }: TimeRange): MissedRange => ({
  endpoint,
  since: new Date(since),
  until: until === undefined ? null : new Date(until),
});

/** Holds the endpoint until the worker has prepared the deliveries. The caller has locked the endpoint. */
export async function beginCatchUp(
  tx: Transaction,
  { endpoint: { id: endpointId, workspaceId }, since, until }: MissedRange,
  order: { total: number; ratePerSecond: number | null; at: Date; includesOnHold: boolean },
): Promise<void> {
  const id = newId();
  const { total, ratePerSecond, at, includesOnHold } = order;
  await tx.insert(webhookCatchUps).values({
    workspaceId,
    id,
    endpointId,
    since,
    until,
    ratePerSecond,
    onHoldUpTo: includesOnHold ? firstIdAt(0) : null,
    state: "preparing",
    total,
    createdAt: at,
  });
  await tx
    .update(webhookEndpoints)
    .set({ catchUpId: id, isHeld: true })
    .where(eq(webhookEndpoints.id, endpointId));
  await wakeWorkers(tx, "catch_ups");
}
