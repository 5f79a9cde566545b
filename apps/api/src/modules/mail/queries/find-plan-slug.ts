import { mailDomains } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";

/** Null if the domain has no mail. */
export async function findPlanSlug(
  db: Queryable,
  workspaceId: string,
  domainName: string,
): Promise<string | null> {
  const [mail] = await db
    .select({ planSlug: mailDomains.planSlug })
    .from(mailDomains)
    .where(and(eq(mailDomains.workspaceId, workspaceId), eq(mailDomains.domainName, domainName)));
  return mail?.planSlug ?? null;
}
