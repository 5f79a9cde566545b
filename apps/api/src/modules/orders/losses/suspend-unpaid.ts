import { orders } from "@zonepost/db";
import { and, eq, lte } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { forEachDueRow } from "../../../kernel/due-work/due-rows.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import { dayMs, hourMs } from "../../../kernel/durations.ts";
import { resumeDomain, suspendDomain } from "../../domains/index.ts";
import { interruptPlan, resumePlan } from "../../mail/index.ts";
import { readOrder } from "../model/order-row.ts";
import { isOpenLine } from "../model/policy.ts";
import type { OrderPorts } from "../ports.ts";
import { announceLoss } from "./announce-loss.ts";
import { suspendsFrom } from "./policy.ts";
import { readSubject, type SubjectName, subjectsOf } from "./read-subject.ts";

export const dueSuspensionChecks: DueRows = {
  table: orders,
  id: orders.id,
  workspaceId: orders.workspaceId,
  dueAt: orders.suspensionCheckAt,
};

type SweepCtx = Ctx & OrderPorts;

/** Suspends what lost disputes have left unpaid, and ends the suspension once it is settled or paid again. */
export const suspendUnpaid = (ctx: SweepCtx, signal: AbortSignal): Promise<void> =>
  forEachDueRow(ctx, dueSuspensionChecks, signal, async (id, now) => {
    await checkSuspension(ctx, id, now);
    return true;
  });

/** Never throws: what can't be changed at a registry now is tried again in an hour. */
export async function checkSuspension(ctx: SweepCtx, orderId: string, now: Date): Promise<void> {
  const nextAt = await updateSuspensions(ctx, orderId, now).catch((error: unknown) => {
    ctx.log.warn({ err: error, order: orderId }, "the suspensions for a lost dispute have to wait");
    return new Date(now.getTime() + hourMs);
  });
  // Unless something about it has just changed again.
  await ctx.db
    .update(orders)
    .set({ suspensionCheckAt: nextAt })
    .where(and(eq(orders.id, orderId), lte(orders.suspensionCheckAt, now)));
}

/** The time of the next look; null if there is nothing more to suspend. */
async function updateSuspensions(ctx: SweepCtx, orderId: string, now: Date): Promise<Date | null> {
  await announceLoss(ctx, orderId, now);
  const { order, lines } = await readOrder(ctx.db, orderId);
  const times: Date[] = [];
  let failure: unknown;
  for (const name of subjectsOf(lines)) {
    try {
      times.push(...(await updateSuspension(ctx, name, now)));
    } catch (error) {
      // The others aren't held up by one registry.
      failure ??= error;
    }
  }
  if (failure !== undefined) {
    throw failure;
  }
  if (order.owedCents && lines.some(({ state }) => isOpenLine(state))) {
    times.push(new Date(now.getTime() + hourMs));
  }
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())));
}

/** The times of further looks. What is suspended is looked at daily: it may have been paid again, or have left. */
async function updateSuspension(ctx: SweepCtx, named: SubjectName, now: Date): Promise<Date[]> {
  const readStart = async () =>
    ctx.suspendsUnpaid ? suspendsFrom(await readSubject(ctx.db, named, now)) : null;
  const startsAt = await readStart();
  const isDue = startsAt !== null && startsAt <= now;
  const outcome = await (isDue ? suspend(ctx, named) : resume(ctx, named));
  if (isDue && (await readStart()) === null) {
    // Settled or paid again while it was being suspended.
    return updateSuspension(ctx, named, now);
  }
  if (outcome === "later") {
    return [new Date(now.getTime() + hourMs)];
  }
  return startsAt === null ? [] : [isDue ? new Date(now.getTime() + dayMs) : startsAt];
}

async function suspend(ctx: SweepCtx, { workspaceId, kind, name }: SubjectName): Promise<"done" | "later"> {
  if (kind === "domain") {
    return suspendDomain(ctx, { workspaceId, name });
  }
  await interruptPlan(ctx, { workspaceId, domainName: name });
  return "done";
}

async function resume(ctx: SweepCtx, { workspaceId, kind, name }: SubjectName): Promise<"done" | "later"> {
  if (kind === "domain") {
    return resumeDomain(ctx, { workspaceId, name });
  }
  await resumePlan(ctx, { workspaceId, domainName: name });
  return "done";
}
