import { orderLines, type Transaction } from "@zonepost/db";
import { and, eq, gte, inArray, isNull, lt } from "drizzle-orm";
import type { Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { countUndoings, type DomainPorts } from "../../domains/index.ts";
import { countUndoneRegistrations, lockUndoneRegistrations } from "../../payments/index.ts";
import { tooManyUndone } from "../errors.ts";
import { calendarMonth } from "../model/policy.ts";
import { undoneLimit } from "./policy.ts";

type Counting = { workspaceId: string; undoneRegistrations: number | null };

/** How many registrations the workspace can still undo this month without the operator, by refund or by deletion. */
export async function readUndoneLeft(
  db: Queryable,
  { workspaceId, undoneRegistrations }: Counting,
  now: Date,
): Promise<number> {
  const month = calendarMonth(now);
  const undoneCount = await countUndoneRegistrations(db, workspaceId, month);
  const registeredCount = await db.$count(
    orderLines,
    and(
      eq(orderLines.workspaceId, workspaceId),
      eq(orderLines.kind, "registration"),
      // One that is refunded was carried out before, unless it has failed.
      inArray(orderLines.state, ["completed", "refunded"]),
      isNull(orderLines.failure),
      gte(orderLines.finishedAt, month.from),
      lt(orderLines.finishedAt, month.until),
    ),
  );
  return Math.max(0, undoneLimit(undoneRegistrations, registeredCount) - undoneCount);
}

/** Until the transaction ends, no other refund of the workspace begins to undo one. */
export async function requireMayUndo(
  tx: Transaction,
  ctx: WorkspaceCtx & DomainPorts & Pick<Counting, "undoneRegistrations">,
  now: Date,
): Promise<void> {
  const { workspaceId } = ctx.actor;
  await lockUndoneRegistrations(tx, workspaceId);
  const left = await readUndoneLeft(tx, { ...ctx, workspaceId }, now);
  if (left <= (await countUndoings(tx, ctx, workspaceId, now))) {
    throw tooManyUndone(0);
  }
}

/** The same before one is undone, in its transaction: two at the same time are counted one after the other. */
export async function mayUndoWithoutOperator(
  tx: Transaction,
  counting: Counting,
  now: Date,
): Promise<boolean> {
  await lockUndoneRegistrations(tx, counting.workspaceId);
  return (await readUndoneLeft(tx, counting, now)) > 0;
}
