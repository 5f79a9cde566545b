import { orderLines, type Transaction } from "@zonepost/db";
import { and, eq, inArray, ne, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Queryable } from "../../../kernel/ctx.ts";
import { findKnownDomain } from "../../domains/index.ts";
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
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`name:${domainName}`}, 0))`);
  if (await findKnownDomain({ db: tx }, domainName)) {
    return false;
  }
  const other = alias(orderLines, "other");
  const isOther = and(eq(other.heldName, domainName), inArray(other.state, openLineStates), ne(other.id, id));
  const held = await tx
    .update(orderLines)
    .set({ heldName: domainName })
    .where(and(eq(orderLines.id, id), notExists(tx.select({ id: other.id }).from(other).where(isOther))))
    .returning({ id: orderLines.id });
  return held.length > 0;
}

export async function releaseNames(tx: Transaction, orderId: string): Promise<void> {
  await tx.update(orderLines).set({ heldName: null }).where(eq(orderLines.orderId, orderId));
}
