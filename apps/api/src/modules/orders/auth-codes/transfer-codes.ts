import { transferCodes } from "@zonepost/db";
import { and, asc, eq, inArray, lte } from "drizzle-orm";
import type { Ctx, Queryable, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { forEachDueRow } from "../../../kernel/due-work/due-rows.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import { dayMs } from "../../../kernel/durations.ts";
import { newId } from "../../../kernel/ids.ts";
import { codeOwner } from "../model/order-row.ts";
import type { OrderPorts } from "../ports.ts";

/** A basket that isn't ordered within a day loses its codes. */
const keptForMs = dayMs;

export const dueTransferCodes: DueRows = {
  table: transferCodes,
  id: transferCodes.id,
  workspaceId: transferCodes.workspaceId,
  dueAt: transferCodes.expiresAt,
};

export const deleteExpiredTransferCodes = (ctx: Ctx, signal: AbortSignal): Promise<void> =>
  forEachDueRow(ctx, dueTransferCodes, signal, async (id, now) => {
    // A code that was entered again meanwhile stays.
    await ctx.db
      .delete(transferCodes)
      .where(and(eq(transferCodes.id, id), lte(transferCodes.expiresAt, now)));
    return true;
  });

/** For the person's export: the domains whose codes wait in their baskets, without the codes. */
export const listTransferCodes = (db: Queryable, userId: string) =>
  db
    .select({
      workspaceId: transferCodes.workspaceId,
      domainName: transferCodes.domainName,
      createdAt: transferCodes.createdAt,
      expiresAt: transferCodes.expiresAt,
    })
    .from(transferCodes)
    .where(eq(transferCodes.userId, userId))
    .orderBy(asc(transferCodes.id));

type OwnCtx = Pick<WorkspaceCtx, "actor">;

/** Of this person, in this workspace. API keys send their codes with their orders. */
const ownCodes = ({ actor }: OwnCtx, names: readonly string[]) =>
  actor.kind === "user" && names.length > 0
    ? and(
        eq(transferCodes.workspaceId, actor.workspaceId),
        eq(transferCodes.userId, actor.userId),
        inArray(transferCodes.domainName, [...names]),
      )
    : undefined;

/** Each replaces the earlier one for its name. */
export async function storeTransferCodes(
  ctx: WorkspaceCtx & Pick<OrderPorts, "secretBox">,
  codes: readonly { name: string; authCode: string }[],
): Promise<void> {
  const { actor } = ctx;
  const own = ownCodes(
    ctx,
    codes.map(({ name }) => name),
  );
  if (own === undefined || actor.kind !== "user") {
    return;
  }
  const now = await ctx.clock.now();
  const rows = codes.map(({ name, authCode }) => {
    const id = newId();
    return {
      id,
      workspaceId: actor.workspaceId,
      userId: actor.userId,
      domainName: name,
      codeEncrypted: ctx.secretBox.seal(authCode, codeOwner(id)),
      expiresAt: new Date(now.getTime() + keptForMs),
      createdAt: now,
    };
  });
  await ctx.db.transaction(async (tx) => {
    await tx.delete(transferCodes).where(own);
    // Of two simultaneous requests, the first one wins.
    await tx.insert(transferCodes).values(rows).onConflictDoNothing();
  });
}

export async function readTransferCodes(
  ctx: WorkspaceCtx & Pick<OrderPorts, "secretBox">,
  names: readonly string[],
): Promise<Map<string, string>> {
  const own = ownCodes(ctx, names);
  if (own === undefined) {
    return new Map();
  }
  const rows = await ctx.db.select().from(transferCodes).where(own);
  const now = await ctx.clock.now();
  return new Map(
    rows
      .filter(({ expiresAt }) => expiresAt > now)
      .map((row) => [row.domainName, ctx.secretBox.open(row.codeEncrypted, codeOwner(row.id))]),
  );
}

export async function deleteTransferCodes(
  db: Queryable,
  ctx: OwnCtx,
  names: readonly string[],
): Promise<void> {
  const own = ownCodes(ctx, names);
  if (own !== undefined) {
    await db.delete(transferCodes).where(own);
  }
}
