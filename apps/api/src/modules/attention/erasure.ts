import { attentionChoices } from "@zonepost/db";
import { sql } from "drizzle-orm";
import { type ErasureRule, rowsWith } from "../../kernel/erasure/erasure-rule.ts";

export const attentionErasure: readonly ErasureRule[] = [
  {
    table: attentionChoices,
    workspace: { fate: "deleted", rows: rowsWith(attentionChoices.workspaceId) },
    personRows: ({ userId }) => sql`${attentionChoices.userId} = ${userId}`,
    columns: { person: ["user_id", "kind", "severity"], workspace: ["subject_id"] },
  },
];
