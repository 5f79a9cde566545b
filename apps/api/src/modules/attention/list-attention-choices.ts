import { attentionChoices } from "@zonepost/db";
import { asc, eq } from "drizzle-orm";
import type { Queryable } from "../../kernel/ctx.ts";

/** What a person has snoozed or muted, for their export. */
export const listAttentionChoices = (db: Queryable, userId: string) =>
  db
    .select({
      workspaceId: attentionChoices.workspaceId,
      kind: attentionChoices.kind,
      snoozedUntil: attentionChoices.snoozedUntil,
      mutedAt: attentionChoices.mutedAt,
      madeAt: attentionChoices.madeAt,
    })
    .from(attentionChoices)
    .where(eq(attentionChoices.userId, userId))
    .orderBy(asc(attentionChoices.madeAt));
