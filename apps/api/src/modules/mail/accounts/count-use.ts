import { mailAccounts, mailAccountUse } from "@zonepost/db";
import { and, eq, isNull, sum } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** The accounts that a plan limits; deleted ones don't count. */
export const countAccounts = (db: Queryable, mailDomainId: string): Promise<number> =>
  db.$count(mailAccounts, and(eq(mailAccounts.mailDomainId, mailDomainId), isNull(mailAccounts.deletedAt)));

/** Deleted accounts use storage until they are erased. */
export async function sumUsedBytes(db: Queryable, mailDomainId: string): Promise<number> {
  const [row] = await db
    .select({ usedBytes: sum(mailAccountUse.usedBytes).mapWith(Number) })
    .from(mailAccountUse)
    .innerJoin(mailAccounts, eq(mailAccounts.id, mailAccountUse.accountId))
    .where(eq(mailAccounts.mailDomainId, mailDomainId));
  return row?.usedBytes ?? 0;
}
