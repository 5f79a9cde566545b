import { mailDomains } from "@zonepost/db";
import { domainName } from "@zonepost/schema";
import { and, eq, isNull } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { isCurrent } from "../model/mail-domain-row.ts";

/** Undefined for a domain without mail here. */
export async function findHostedDomain(db: Queryable, name: string): Promise<string | undefined> {
  const { data } = domainName.safeParse(name);
  if (data === undefined) {
    return undefined;
  }
  const [row] = await db
    .select({ domainName: mailDomains.domainName })
    .from(mailDomains)
    .where(and(eq(mailDomains.domainName, data), isCurrent, isNull(mailDomains.deactivatedAt)));
  return row?.domainName;
}
