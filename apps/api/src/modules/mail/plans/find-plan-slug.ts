import { mailDomains } from "@zonepost/db";
import { and, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { isCurrent } from "../model/mail-domain-row.ts";

/** Null if the domain has no mail. */
export async function findPlanSlug(
  db: Queryable,
  workspaceId: string,
  domainName: string,
): Promise<string | null> {
  const [mail] = await db
    .select({ planSlug: mailDomains.planSlug })
    .from(mailDomains)
    .where(and(eq(mailDomains.workspaceId, workspaceId), eq(mailDomains.domainName, domainName), isCurrent));
  return mail?.planSlug ?? null;
}
