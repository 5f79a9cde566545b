import type { domainBatches, domainBatchItems } from "@zonepost/db";
import type { DomainBatch, DomainBatchItem } from "@zonepost/schema";
import { publicId } from "../../../kernel/ids.ts";

export type BatchRow = typeof domainBatches.$inferSelect;
export type BatchItemRow = typeof domainBatchItems.$inferSelect;
export type BatchCounts = { succeeded: number; failed: number };

export const presentBatch = (row: BatchRow, counts: BatchCounts): DomainBatch => ({
  id: publicId("dba", row.id),
  state: row.finishedAt ? "finished" : "running",
  change: row.change,
  total: row.total,
  ...counts,
  requestedBy: { kind: row.actor.kind, name: row.actor.name },
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

export const presentBatchItem = ({ domainName, state, reason }: BatchItemRow): DomainBatchItem => ({
  domainName,
  state,
  reason,
});
