import { members, type Transaction } from "@zonepost/db";
import { eq, sql } from "drizzle-orm";
import { requireAnOwner } from "../model/lock-workspace.ts";

/** Ends a membership, under the workspace's lock. Sessions working there switch to another workspace, or to none. */
export async function endMembership(
  tx: Transaction,
  member: { id: string; userId: string; workspaceId: string },
): Promise<void> {
  await tx.delete(members).where(eq(members.id, member.id));
  await requireAnOwner(tx, member.workspaceId);
  await tx.execute(sql`
    update sessions set active_workspace_id = (
      select workspace_id from members where user_id = ${member.userId} order by created_at, id limit 1)
    where user_id = ${member.userId} and active_workspace_id = ${member.workspaceId}`);
}
