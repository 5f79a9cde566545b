import { domainIntents, domainOperations, domains, registryRenewals } from "@zonepost/db";
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { isHeldByWorkspace } from "../model/get-own-domain.ts";

/** What has to end or leave before a workspace can be erased. */
export async function countDomainHolds(
  db: Queryable,
  workspaceId: string,
): Promise<{ domains: number; operations: number }> {
  const own = db.select({ id: domains.id }).from(domains).where(eq(domains.workspaceId, workspaceId));
  const [held, operations, intents, unpaid] = [
    await db.$count(domains, isHeldByWorkspace(workspaceId)),
    await db.$count(
      domainOperations,
      and(eq(domainOperations.workspaceId, workspaceId), isNull(domainOperations.finishedAt)),
    ),
    await db.$count(
      domainIntents,
      and(inArray(domainIntents.domainId, own), isNull(domainIntents.settledAt)),
    ),
    await db.$count(
      registryRenewals,
      and(inArray(registryRenewals.domainId, own), isNull(registryRenewals.outcome)),
    ),
  ];
  return { domains: held, operations: Math.max(operations, intents) + unpaid };
}
