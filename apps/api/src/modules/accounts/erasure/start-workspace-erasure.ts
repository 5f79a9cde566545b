import { apiKeys, erasures, invitations, members, workspaces } from "@zonepost/db";
import { eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { describeHolds } from "./erasure-policy.ts";
import type { ErasurePorts } from "./erasure-ports.ts";

type Started = {
  erasureId: string;
  /** People without another workspace. */
  strandedIds: string[];
};

/**
 * Ends everyone's access to a workspace in one transaction. Its rows are deleted or made anonymous afterward, by
 * `continueErasure`. Returns what holds it instead, if anything does.
 */
export async function startWorkspaceErasure(
  ctx: Ctx & ErasurePorts,
  workspaceId: string,
): Promise<{ holds: string[] } | Started> {
  const now = await ctx.clock.now();
  const id = newId();
  return ctx.db.transaction(async (tx) => {
    // Stronger than for a change of members: what is being inserted for the workspace has to end first.
    await tx.execute(sql`select from ${workspaces} where id = ${workspaceId}::uuid for update`);
    const holds = describeHolds(await ctx.countHolds(tx, workspaceId));
    if (holds.length > 0) {
      return { holds };
    }
    await tx.insert(erasures).values({
      id,
      subject: "workspace",
      subjectId: workspaceId,
      salt: newId(),
      requestedBy: "operator",
      nextStepAt: now,
      startedAt: now,
    });
    const left = await tx
      .delete(members)
      .where(eq(members.workspaceId, workspaceId))
      .returning({ userId: members.userId });
    await tx.execute(sql`
      update sessions set active_workspace_id = (
        select workspace_id from members where members.user_id = sessions.user_id order by created_at, id limit 1)
      where active_workspace_id = ${workspaceId}::uuid`);
    await tx.delete(invitations).where(eq(invitations.workspaceId, workspaceId));
    await tx.delete(apiKeys).where(eq(apiKeys.workspaceId, workspaceId));
    await ctx.endDeliveries(tx, workspaceId);
    await ctx.withdrawZones(tx, ctx, workspaceId);
    const userIds = left.map(({ userId }) => userId);
    const elsewhere = await tx
      .selectDistinct({ userId: members.userId })
      .from(members)
      .where(inArray(members.userId, userIds));
    const busy = elsewhere.map(({ userId }) => userId);
    return { erasureId: id, strandedIds: userIds.filter((userId) => !busy.includes(userId)) };
  });
}
