import { domainHistory } from "@zonepost/db";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { DomainRow } from "../model/domain-row.ts";

/** Marks an entry of the history as a failed auto-renewal. */
export const failedAutoRenewal = "automatic_renewal";

/** The last reason why auto-renew could not extend the current term. Undefined if it has not failed. */
export async function findRenewalFailure(
  db: Queryable,
  { id, paidUntil }: Pick<DomainRow, "id" | "paidUntil">,
): Promise<{ code: string; occurredAt: Date } | undefined> {
  const [noted] = await db
    .select({
      code: sql<string>`${domainHistory.details} ->> 'code'`,
      occurredAt: domainHistory.occurredAt,
    })
    .from(domainHistory)
    .where(
      and(
        eq(domainHistory.domainId, id),
        eq(domainHistory.kind, "renewal"),
        sql`${domainHistory.details} ->> 'failed' = ${failedAutoRenewal}`,
        sql`${domainHistory.details} ->> 'expiresAt' = ${paidUntil.toISOString()}`,
      ),
    )
    .orderBy(desc(domainHistory.occurredAt), desc(domainHistory.id))
    .limit(1);
  return noted;
}
