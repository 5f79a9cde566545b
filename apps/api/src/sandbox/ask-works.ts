import { type Db, fixedStatement } from "@zonepost/db";
import { type SQL, sql } from "drizzle-orm";
import type { DueRows, DueWork } from "../kernel/due-work/due-work.ts";

export type WorksAsked = {
  /** Those with something due at `now` that is waiting or leased. */
  findBusy(db: Db, now: Date): Promise<DueWork[]>;
  /** The earliest business time after `after` at which something becomes due; null if there is none. */
  findNextDueAt(db: Db, after: Date): Promise<Date | null>;
};

/** Asks many works at once: all that are rows in one statement, because the clock stops hundreds of times in a year. */
export function askWorks(works: readonly DueWork[]): WorksAsked {
  const ofRows = works.flatMap(({ name, rows }) => (rows ? [{ name, rows }] : []));
  const others = works.filter(({ rows }) => !rows);
  if (ofRows.length === 0) {
    return askEach(others);
  }
  const moment = sql`${sql.placeholder("moment")}::timestamptz`;
  const isDue = ({ table, dueAt }: DueRows) => sql`exists (select from ${table} where ${dueAt} <= ${moment})`;
  const nextDue = ({ table, dueAt }: DueRows) =>
    sql`(select min(${dueAt}) from ${table} where ${dueAt} > ${moment})`;
  const listed = (parts: SQL[]) => sql.join(parts, sql`, `);
  const readDue = fixedStatement<{ name: string }>(sql`
    select work.name from (values ${listed(ofRows.map(({ name, rows }) => sql`(${name}, ${isDue(rows)})`))})
      as work (name, is_due)
    where work.is_due`);
  const readNext = fixedStatement<{ at: string | null }>(
    sql`select least(${listed(ofRows.map(({ rows }) => nextDue(rows)))}) as at`,
  );
  const rest = askEach(others);
  return {
    async findBusy(db, now) {
      const [due, busy] = await Promise.all([
        readDue(db, { moment: now.toISOString() }),
        rest.findBusy(db, now),
      ]);
      const names = new Set([...due, ...busy].map(({ name }) => name));
      return works.filter(({ name }) => names.has(name));
    },
    async findNextDueAt(db, after) {
      const [[row], next] = await Promise.all([
        readNext(db, { moment: after.toISOString() }),
        rest.findNextDueAt(db, after),
      ]);
      return earlierOf(row?.at ? new Date(row.at) : null, next);
    },
  };
}

const earlierOf = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one;

const askEach = (works: readonly DueWork[]): WorksAsked => ({
  async findBusy(db, now) {
    const states = await Promise.all(works.map((work) => work.isBusy(db, now)));
    return works.filter((_, index) => states[index]);
  },
  async findNextDueAt(db, after) {
    const moments = await Promise.all(works.map((work) => work.nextDueAt(db, after)));
    return moments.reduce(earlierOf, null);
  },
});
