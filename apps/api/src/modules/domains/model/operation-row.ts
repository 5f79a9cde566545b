import type { domainOperations } from "@zonepost/db";
import type { DomainOperation } from "@zonepost/schema";
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
