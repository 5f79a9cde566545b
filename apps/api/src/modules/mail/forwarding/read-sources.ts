import { mailAccounts, mailAliases, mailAliasTargets } from "@zonepost/db";
import { and, eq, isNull } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Queryable } from "../../../kernel/ctx.ts";

const mostSources = 20;

/** The addresses of a mail domain that forward to `address`, sorted. */
export async function readSources(db: Queryable, mailDomainId: string, address: string): Promise<string[]> {
  const rows = await union(
    db
      .select({ source: mailAliases.fromAddress })
      .from(mailAliases)
      .innerJoin(mailAliasTargets, eq(mailAliasTargets.aliasId, mailAliases.id))
      .where(and(eq(mailAliases.mailDomainId, mailDomainId), eq(mailAliasTargets.address, address))),
    db
      .select({ source: mailAccounts.fullAddress })
      .from(mailAccounts)
      .where(
        and(
          eq(mailAccounts.mailDomainId, mailDomainId),
          eq(mailAccounts.forwardTo, address),
          isNull(mailAccounts.deletedAt),
        ),
      ),
  )
    .orderBy((columns) => columns.source)
    .limit(mostSources);
  return rows.map((row) => row.source);
}
