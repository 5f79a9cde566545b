import { domains } from "@zonepost/db";
import { eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { delegatedHosts } from "../rules/delegation.ts";

/** The nameservers of a domain with their glue, as last read from the registry. */
export async function findDelegation(
  db: Queryable,
  domainId: string,
): Promise<{ host: string; addresses: string[] }[]> {
  const [row] = await db
    .select({ nameservers: domains.nameservers, glue: domains.glue })
    .from(domains)
    .where(eq(domains.id, domainId));
  return row ? delegatedHosts(row) : [];
}
