import { members, type Transaction } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { OperatorCtx } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";

type Act = { workspaceId: string; action: string; target: string; details: Record<string, unknown> };

/**
 * The installation's entry for what an operator does in a workspace, with the person. The workspace's own entry has the
 * actor "operator". Notes if the person is a member of that workspace.
 */
export async function recordOperatorAct(
  tx: Transaction,
  ctx: OperatorCtx,
  { workspaceId, details, ...act }: Act,
  occurredAt: Date,
): Promise<void> {
  const isMember =
    (await tx.$count(
      members,
      and(eq(members.workspaceId, workspaceId), eq(members.userId, ctx.actor.userId)),
    )) > 0;
  const where = { workspaceId: publicId("wsp", workspaceId), isMember };
  await audit(tx, ctx, { ...act, workspaceId: null, details: { ...details, ...where }, occurredAt });
}
