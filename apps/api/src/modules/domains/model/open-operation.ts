import { domainOperations } from "@zonepost/db";
import { and, eq, isNull } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { OperationRow } from "./operation-row.ts";

export async function openOperation(
  db: Queryable,
  domain: { workspaceId: string; name: string },
): Promise<OperationRow | undefined> {
  const [row] = await db
    .select()
    .from(domainOperations)
    .where(
      and(
        eq(domainOperations.workspaceId, domain.workspaceId),
        eq(domainOperations.domainName, domain.name),
        isNull(domainOperations.finishedAt),
      ),
    );
  return row;
}
