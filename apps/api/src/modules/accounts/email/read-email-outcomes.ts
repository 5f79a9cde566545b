import { emailOutcomes } from "@zonepost/db";
import { inArray, sql } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import { deleteWhere, firstIdSince } from "../../../kernel/database/retention.ts";

type EmailOutcome = Pick<typeof emailOutcomes.$inferSelect, "outcome" | "endedAt">;

/** How the sending of these mails ended, by id. A mail that is still waiting has no outcome. */
export async function readEmailOutcomes(
  db: Queryable,
  emailIds: readonly string[],
): Promise<Map<string, EmailOutcome>> {
  const rows = emailIds.length
    ? await db
        .select()
        .from(emailOutcomes)
        .where(inArray(emailOutcomes.id, [...emailIds]))
    : [];
  return new Map(rows.map(({ id, outcome, endedAt }) => [id, { outcome, endedAt }]));
}

export const deleteOldEmailOutcomes = (keptDays: number) =>
  deleteWhere(emailOutcomes, sql`${emailOutcomes.id} < ${firstIdSince(keptDays)}`);
