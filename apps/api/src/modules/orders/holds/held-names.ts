import { orderLines, orders, type Transaction } from "@zonepost/db";
import { and, eq, inArray, ne } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { isConflict } from "../../../kernel/database/is-conflict.ts";
import { findKnownNames } from "../../domains/index.ts";
import { isForNewName } from "../model/line-input.ts";
import type { OrderLineRow } from "../model/order-row.ts";
import { isOpenLine, openLineStates } from "../model/policy.ts";

type Names = { workspaceId: string; names: readonly string[] };

/** Of lines that hold one of these names in another workspace. */
export const isHeldElsewhere = ({ workspaceId, names }: Names) =>
  and(
    inArray(orderLines.heldName, [...names]),
    inArray(orderLines.state, openLineStates),
    ne(orderLines.workspaceId, workspaceId),
  );

/** The names among these that an order of another workspace holds. */
export async function findHeldNames(db: Queryable, named: Names): Promise<string[]> {
  if (named.names.length === 0) {
    return [];
  }
  const rows = await db.select({ name: orderLines.heldName }).from(orderLines).where(isHeldElsewhere(named));
  return rows.flatMap(({ name }) => name ?? []).sort();
}

/** The lines of an order that hold a name against other workspaces while they are paid and carried out. */
export const namedLines = (lines: readonly OrderLineRow[]): OrderLineRow[] =>
  lines
    .filter((line) => isForNewName(line) && isOpenLine(line.state))
    // Simultaneous orders of the same names take their locks in the same order.
    .toSorted((one, other) => (one.domainName < other.domainName ? -1 : 1));

/**
 * Holds a line's name in all workspaces until the line ends. False if another line holds it, or the name is already a
 * domain of any workspace. Lines that end release it with their state: `order_lines_held_name_key`. With the lock of the
 * payment or the order, under which a name is also released.
 */
export async function holdName(
  tx: Transaction,
  { id, domainName, heldName }: OrderLineRow,
): Promise<boolean> {
  if (heldName === domainName) {
    return true;
  }
  if ((await findKnownNames(tx, [domainName])).length > 0) {
    return false;
  }
  return tx
    .transaction((attempt) =>
      attempt.update(orderLines).set({ heldName: domainName }).where(eq(orderLines.id, id)),
    )
    .then(
      () => true,
      (error: unknown) => {
        if (isConflict(error)) {
          return false;
        }
        throw error;
      },
    );
}

/** Of an order that isn't paid. One that is keeps its names until they are bought. */
export async function releaseNames(tx: Transaction, orderId: string): Promise<void> {
  const unpaid = tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.state, "awaiting_payment")));
  await tx.update(orderLines).set({ heldName: null }).where(inArray(orderLines.orderId, unpaid));
}
