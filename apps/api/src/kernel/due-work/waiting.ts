import { count, lte, min } from "drizzle-orm";
import type { Queryable } from "../ctx.ts";
import type { DueWork } from "./due-work.ts";

/** What a stopped installation would do, for its operator: how much of it, and the first ones by name. */
export type Waiting = { what: string; count: number; first: readonly string[] };

/** How many of them are named. */
export const firstNamed = 5;

/** The rows of scheduled work that are due by then, without names. */
export async function listDueWork(db: Queryable, works: readonly DueWork[], now: Date): Promise<Waiting[]> {
  const waiting: Waiting[] = [];
  for (const { name, rows } of works) {
    if (!rows) {
      continue;
    }
    const [due] = await db
      .select({ count: count(), since: min(rows.dueAt) })
      .from(rows.table)
      .where(lte(rows.dueAt, now));
    if (due && due.count > 0) {
      waiting.push({
        what: name,
        count: due.count,
        first: [`since ${new Date(due.since as Date).toISOString()}`],
      });
    }
  }
  return waiting;
}
