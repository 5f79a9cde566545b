import { users } from "@zonepost/db";
import { sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { forEachDueRow } from "../../../kernel/due-work/due-rows.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { enqueueEmail } from "../email/enqueue-email.ts";
import { continueErasure, dueErasures, retryLater } from "./continue-erasure.ts";
import { deletionPostponedEmail } from "./erasure-email.ts";
import type { ErasurePorts } from "./erasure-ports.ts";
import { profileUrl, undoDays } from "./request-deletion.ts";
import { type ErasureRefusal, startPersonErasure } from "./start-person-erasure.ts";

export const dueDeletions = {
  table: users,
  id: users.id,
  workspaceId: sql`${users.id}`,
  dueAt: users.deletesAt,
};

/** Accounts whose seven days have passed. */
export const deleteDueAccounts = (ctx: Ctx & ErasurePorts, signal: AbortSignal): Promise<void> =>
  forEachDueRow(ctx, dueDeletions, signal, async (userId) => {
    try {
      await deleteAccount(ctx, userId, signal);
    } catch (error) {
      ctx.log.error({ err: error, userId }, "the deletion of an account failed; it is tried again");
    }
    return true;
  });

async function deleteAccount(ctx: Ctx & ErasurePorts, userId: string, signal: AbortSignal): Promise<void> {
  const started = await startPersonErasure(ctx, userId, "person");
  if (started === "not_due") {
    return;
  }
  if ("refused" in started) {
    await postpone(ctx, userId, started);
  } else {
    await continueErasure(ctx, started.erasureId, { signal });
  }
}

/** Erasures that a killed process left, or that wait for something. */
export const continueDueErasures = (ctx: Ctx & ErasurePorts, signal: AbortSignal): Promise<void> =>
  forEachDueRow(ctx, dueErasures, signal, async (id) => {
    try {
      await continueErasure(ctx, id, { signal });
    } catch (error) {
      ctx.log.warn({ err: error, erasureId: id }, "an erasure has to wait");
      await retryLater(ctx, id);
    }
    return true;
  });

async function postpone(ctx: Ctx & ErasurePorts, userId: string, refusal: ErasureRefusal): Promise<void> {
  const now = await ctx.clock.now();
  const deletesAt = new Date(now.getTime() + undoDays * dayMs);
  await ctx.db.transaction(async (tx) => {
    const [person] = await tx
      .update(users)
      .set({ deletesAt })
      .where(sql`${users.id} = ${userId} and ${users.deletesAt} <= ${now.toISOString()}::timestamptz`)
      .returning({ email: users.email });
    if (!person) {
      return;
    }
    const email = deletionPostponedEmail({
      workspaceNames: refusal.refused === "sole_owner" ? refusal.workspaces.map(({ name }) => name) : [],
      deletesAt,
      profileUrl: profileUrl(ctx.panelUrl),
    });
    await enqueueEmail(tx, ctx, { ...email, to: person.email }, now);
  });
}
