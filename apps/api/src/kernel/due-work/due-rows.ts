import type { Db } from "@zonepost/db";
import { and, asc, gt, lte, min, notInArray, sql } from "drizzle-orm";
import type { Ctx, Queryable } from "../ctx.ts";
import type { DueRows, DueWork } from "./due-work.ts";
import { processClaims } from "./process-claims.ts";

export const dueWorkOf = (name: string, rows: DueRows): DueWork => ({
  name,
  rows,
  async nextDueAt(db: Db, after: Date) {
    const [row] = await db
      .select({ at: min(rows.dueAt) })
      .from(rows.table)
      .where(gt(rows.dueAt, after));
    return (row?.at as Date | null | undefined) ?? null;
  },
  isBusy: async (db: Db, now: Date) =>
    (await db.select({ id: rows.id }).from(rows.table).where(lte(rows.dueAt, now)).limit(1)).length > 0,
});

/** Unless the work has moved it meanwhile. */
export async function postponeDueRow(
  db: Queryable,
  { table, id, dueAt }: DueRows,
  rowId: string,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const column = sql.identifier(dueAt.name);
  await db.execute(
    sql`update ${table} set ${column} = ${to.toISOString()} where ${id} = ${rowId} and ${lte(dueAt, from)}`,
  );
}

const batchSize = 50;

/** Workspaces take turns: one with a long backlog doesn't delay the first row of another. */
async function* listDueRows(
  ctx: Pick<Ctx, "db" | "clock">,
  { table, id, workspaceId, dueAt }: DueRows,
): AsyncGenerator<{ id: string; now: Date }, undefined> {
  const listed: string[] = [];
  const turn = sql`row_number() over (partition by ${workspaceId} order by ${dueAt}, ${id})`;
  for (;;) {
    const now = await ctx.clock.now();
    const rows = await ctx.db
      .select({ id: sql<string>`${id}` })
      .from(table)
      .where(and(lte(dueAt, now), listed.length > 0 ? notInArray(id, listed) : undefined))
      .orderBy(turn, asc(dueAt))
      .limit(batchSize);
    for (const row of rows) {
      listed.push(row.id);
      yield { id: row.id, now };
    }
    if (rows.length < batchSize) {
      return;
    }
  }
}

/**
 * Works on each row that is due, once, and on at most `parallel` at a time. The work changes the column, or leaves the row
 * due for the next run; two workers may get the same row. Work that returns false ends the run.
 */
export async function forEachDueRow(
  ctx: Pick<Ctx, "db" | "clock">,
  due: DueRows,
  signal: AbortSignal,
  work: (id: string, now: Date) => Promise<boolean>,
  { parallel = 1 }: { parallel?: number } = {},
): Promise<void> {
  const rows = listDueRows(ctx, due);
  const ending = new AbortController();
  await processClaims(
    parallel,
    AbortSignal.any([signal, ending.signal]),
    async () => (await rows.next()).value,
    async ({ id, now }) => {
      if (!(await work(id, now))) {
        ending.abort();
      }
    },
  );
}
