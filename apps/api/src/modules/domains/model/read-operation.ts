import { domainOperations } from "@zonepost/db";
import type { DomainOperation } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { operationOfRow } from "./operation-row.ts";

export async function readOperation(db: Queryable, operationId: string): Promise<DomainOperation> {
  const [row] = await db.select().from(domainOperations).where(eq(domainOperations.id, operationId));
  if (!row) {
    throw new Error(`the operation ${operationId} has vanished`);
  }
  return operationOfRow(row);
}
