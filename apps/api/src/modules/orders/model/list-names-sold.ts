import { orderLines, orders } from "@zonepost/db";
import { and, asc, eq, inArray, or } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";

/** The domains that orders and payments of the workspace are about, each once, by the IDs of these. */
export async function listNamesSold(
  { db, actor }: Pick<WorkspaceCtx, "db" | "actor">,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const orderIds = ids.flatMap((id) => rowId("ord", id) ?? []);
  const paymentIds = ids.flatMap((id) => rowId("pay", id) ?? []);
  if (orderIds.length + paymentIds.length === 0) {
    return new Map();
  }
  const isAsked = or(inArray(orders.id, orderIds), inArray(orders.paymentId, paymentIds));
  const lines = await db
    .select({ orderId: orders.id, paymentId: orders.paymentId, name: orderLines.domainName })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(eq(orders.workspaceId, actor.workspaceId), isAsked))
    .orderBy(asc(orderLines.position));
  const names = new Map<string, Set<string>>();
  for (const { orderId, paymentId, name } of lines) {
    const itsIds = [publicId("ord", orderId), ...(paymentId === null ? [] : [publicId("pay", paymentId)])];
    for (const id of itsIds) {
      names.set(id, (names.get(id) ?? new Set()).add(name));
    }
  }
  return new Map([...names].map(([id, each]) => [id, [...each]]));
}
