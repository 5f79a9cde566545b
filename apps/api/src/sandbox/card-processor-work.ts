import type { Db } from "@zonepost/db";
import { sql } from "drizzle-orm";
import type { DueWork } from "../kernel/due-work/due-work.ts";

/**
 * What the sandbox's card processor does by the business clock: it sends webhooks, and ends what has expired. The
 * processor does this work itself, in its own schema of our database; the clock only waits for it.
 */
export const cardProcessorWork: DueWork = {
  name: "card processor",
  async nextDueAt(db, after) {
    if (!(await hasSchema(db))) {
      return null;
    }
    const [row] = await db.execute<{ at: string | null }>(sql`
      select least(
        (select min(due_at) from cards.notices where due_at > ${after.toISOString()}),
        (select min(due_at) from cards.objects where due_at > ${after.toISOString()})
      ) as at`);
    return row?.at ? new Date(row.at) : null;
  },
  async isBusy(db, now) {
    if (!(await hasSchema(db))) {
      return false;
    }
    const [row] = await db.execute<{ busy: boolean }>(sql`
      select exists (select from cards.notices where due_at <= ${now.toISOString()})
        or exists (select from cards.objects where due_at <= ${now.toISOString()}) as busy`);
    return row?.busy ?? false;
  },
};

/** The processor creates its schema when it starts for the first time. */
async function hasSchema(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ has: boolean }>(
    sql`select to_regclass('cards.notices') is not null as has`,
  );
  return row?.has ?? false;
}
