import { orderLines, orders } from "@zonepost/db";
import type { SecretBox } from "@zonepost/secret-box";
import { and, desc, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { nameOfLine } from "../model/line-input.ts";
import { isSameOrder, type OrderLineRow, type OrderWithLines, readOrder } from "../model/order-row.ts";
import type { DueRenewal } from "./renewable.ts";

/** The last order that the sweep made, of this term or an earlier one. Each is open only while it is the last. */
export async function findRenewalOrder(
  db: Queryable,
  { workspaceId, line }: Pick<DueRenewal, "workspaceId" | "line">,
): Promise<OrderWithLines | undefined> {
  const [newest] = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        eq(orderLines.workspaceId, workspaceId),
        eq(orderLines.domainName, nameOfLine(line)),
        eq(orderLines.kind, line.kind),
        eq(orders.origin, "renewal"),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(1);
  return newest && readOrder(db, newest.id);
}

export const isOfTerm = (
  { secretBox }: { secretBox: SecretBox },
  lines: readonly OrderLineRow[],
  { line }: DueRenewal,
): boolean => isSameOrder(secretBox, lines, [line]);
