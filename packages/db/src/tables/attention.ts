import type { AttentionKind, AttentionSeverity } from "@zonepost/schema";
import { foreignKey, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { members } from "./accounts.ts";
import { instant } from "./columns.ts";

/** What a person has snoozed or muted in a workspace, and how bad it was then. It ends with the membership. */
export const attentionChoices = pgTable(
  "attention_choices",
  {
    workspaceId: uuid("workspace_id").notNull(),
    userId: uuid("user_id").notNull(),
    kind: text("kind").$type<AttentionKind>().notNull(),
    /** Empty for all that there were of the kind. */
    subjectId: text("subject_id").notNull(),
    /** Business time; null if it isn't snoozed. */
    snoozedUntil: instant("snoozed_until"),
    mutedAt: instant("muted_at"),
    severity: text("severity").$type<AttentionSeverity>().notNull(),
    until: instant("until"),
    /** What began later is another problem. */
    madeAt: instant("made_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.workspaceId, table.kind, table.subjectId] }),
    foreignKey({
      columns: [table.userId, table.workspaceId],
      foreignColumns: [members.userId, members.workspaceId],
      name: "attention_choices_member_fkey",
    }).onDelete("cascade"),
  ],
);
