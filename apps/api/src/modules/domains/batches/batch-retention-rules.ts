import { domainBatches, domainBatchItems } from "@zonepost/db";
import { sql } from "drizzle-orm";
import { deleteWhere, firstIdSince, type RetentionRule } from "../../../kernel/database/retention.ts";

const keptDays = 90;
const isOver = sql`${domainBatches.id} < ${firstIdSince(keptDays)} and ${domainBatches.finishedAt} is not null`;

/** Deletes old batches; the audit log and each domain's history still have their results. */
export const batchRetentionRules: readonly RetentionRule[] = [
  // Items first: a batch can have a thousand, and deleting the batch would cascade to the rest.
  deleteWhere(
    domainBatchItems,
    sql`${domainBatchItems.batchId} in (select ${domainBatches.id} from ${domainBatches} where ${isOver})`,
  ),
  deleteWhere(domainBatches, isOver),
];
