import { auditEntries } from "@zonepost/db";
import type { AuditEntry, AuditExportQuery } from "@zonepost/schema";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { publicActor } from "../../../kernel/actor.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { publicId, rowId } from "../../../kernel/ids.ts";

export type AuditRow = typeof auditEntries.$inferSelect;
/** The position of an entry in the list; later pages hold earlier entries. */
export type AuditPlace = { moment: string; id: string };

export const placeOfEntry = (row: AuditRow): AuditPlace => ({
  moment: row.occurredAt.toISOString(),
  id: row.id,
});

export async function readAuditEntries(
  ctx: WorkspaceCtx,
  filter: AuditExportQuery,
  after: AuditPlace | undefined,
  limit: number,
): Promise<AuditRow[]> {
  const { occurredAt, id } = auditEntries;
  return ctx.db
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.workspaceId, ctx.actor.workspaceId),
        filter.action === undefined ? undefined : isAction(filter.action),
        filter.actor === undefined ? undefined : isActor(filter.actor),
        filter.target === undefined ? undefined : startsWith(sql`${auditEntries.target}`, filter.target),
        filter.from === undefined ? undefined : sql`${occurredAt} >= ${filter.from}::timestamptz`,
        filter.until === undefined ? undefined : sql`${occurredAt} < ${filter.until}::timestamptz`,
        after && sql`(${occurredAt}, ${id}) < (${after.moment}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(occurredAt), desc(id))
    .limit(limit);
}

/** `dnssec.ds_published` is one action, `dnssec` all that start with `dnssec.`. */
const isAction = (action: string): SQL =>
  action.includes(".")
    ? sql`${auditEntries.action} = ${action}`
    : sql`${auditEntries.action} >= ${`${action}.`} and ${auditEntries.action} < ${`${action}/`}`;

function isActor(actor: string): SQL {
  const id = rowId("usr", actor) ?? rowId("key", actor);
  return id === undefined
    ? startsWith(sql`${auditEntries.actor} ->> 'name'`, actor)
    : sql`${auditEntries.actor} ->> 'id' = ${id}`;
}

const lastCharacter = "\u{10FFFF}";

/** A range condition, because a prepared statement can't use the index for a pattern. */
function startsWith(text: SQL, start: string): SQL {
  const from = start.toLowerCase();
  return sql`lower(${text}) collate "C" >= ${from} and lower(${text}) collate "C" < ${from + lastCharacter}`;
}

export function presentAuditEntry(row: AuditRow): AuditEntry {
  const { action, target, details, ipAddress, userAgent, requestId } = row;
  return {
    id: publicId("aud", row.id),
    occurredAt: row.occurredAt.toISOString(),
    action,
    actor: publicActor(row.actor),
    target,
    details,
    ipAddress,
    userAgent,
    requestId,
  };
}
