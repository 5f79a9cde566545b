import { cardPages } from "@zonepost/db";
import { gt, lte, min } from "drizzle-orm";
import type { Queryable } from "../../../../kernel/ctx.ts";

export async function nextCardPageCheck(db: Queryable, after: Date): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(cardPages.nextCheckAt) })
    .from(cardPages)
    .where(gt(cardPages.nextCheckAt, after));
  return row?.at ?? null;
}

export const isCardPageCheckDue = async (db: Queryable, now: Date): Promise<boolean> =>
  (await db.select({ id: cardPages.id }).from(cardPages).where(lte(cardPages.nextCheckAt, now)).limit(1))
    .length > 0;
