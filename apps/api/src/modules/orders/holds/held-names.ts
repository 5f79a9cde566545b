import { orderLines, type Transaction } from "@zonepost/db";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { findKnownDomain } from "../../domains/index.ts";
import type { OrderLineRow } from "../model/order-row.ts";
import { isOpenLine, openLineStates } from "../model/policy.ts";
import { isForNewName } from "./policy.ts";

/** The names among these that an order of another workspace holds. */
export async function findHeldNames(
  db: Queryable,
  { workspaceId, names }: { workspaceId: string; names: readonly string[] },
): Promise<string[]> {
  if (names.length === 0) {
    return [];
  }
  const rows = await db
    .select({ name: orderLines.heldName })
    .from(orderLines)
    .where(
      and(
        inArray(orderLines.heldName, [...names]),
        inArray(orderLines.state, openLineStates),
        ne(orderLines.workspaceId, workspaceId),
      ),
    );
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
 * domain of any workspace. Lines that end release it with their state: `order_lines_held_name_key`.
 */
export async function holdName(tx: Transaction, { id, domainName }: OrderLineRow): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`name:${domainName}`}, 0))`);
  const isOther = and(
    eq(orderLines.heldName, domainName),
    inArray(orderLines.state, openLineStates),
    ne(orderLines.id, id),
  );
  if ((await tx.$count(orderLines, isOther)) > 0 || (await findKnownDomain({ db: tx }, domainName))) {
    return false;
  }
  await tx.update(orderLines).set({ heldName: domainName }).where(eq(orderLines.id, id));
  return true;
}

export async function releaseNames(tx: Transaction, orderId: string): Promise<void> {
  await tx.update(orderLines).set({ heldName: null }).where(eq(orderLines.orderId, orderId));
}
