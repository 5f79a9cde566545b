import { domainOperations } from "@zonepost/db";
import type { DomainOperation } from "@zonepost/schema";
import { and, eq, isNull } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { publicId } from "../../../kernel/ids.ts";

export type OperationRow = typeof domainOperations.$inferSelect;

export const operationOfRow = (row: OperationRow): DomainOperation => ({
  id: publicId("dop", row.id),
  kind: row.kind,
  domainName: row.domainName,
  state: row.state,
  reason: row.reason,
  waitsUntil: row.waitsUntil?.toISOString() ?? null,
  years: row.years,
  priceCents: row.priceCents,
  currency: row.currency,
  requestedBy: { kind: row.actor.kind, name: row.actor.name },
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

export async function readOperation(db: Queryable, operationId: string): Promise<DomainOperation> {
  const [row] = await db.select().from(domainOperations).where(eq(domainOperations.id, operationId));
  if (!row) {
    throw new Error(`the operation ${operationId} has vanished`);
  }
  return operationOfRow(row);
}

export async function findOpenOperation(
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
