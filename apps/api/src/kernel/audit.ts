import { auditEntries, type StoredActor, type Transaction } from "@zonepost/db";
import { storedActor } from "./actor.ts";
import type { Ctx } from "./ctx.ts";
import { newId } from "./ids.ts";

type AuditEntry = {
  workspaceId: string | null;
  /** `<resource>.<verb>`, such as `dnssec.ds_published`. */
  action: string;
  /** The target, by its public name; never a secret. */
  target: string;
  details?: Record<string, unknown>;
  occurredAt: Date;
  /** Overrides the actor of the ctx: the actor of an intent, or the registry. */
  actor?: StoredActor;
  requestId?: string | null;
};

/** Writes an audit entry in the transaction of the change itself. */
export const audit = (tx: Transaction, ctx: Ctx, entry: AuditEntry): Promise<void> =>
  auditAll(tx, ctx, [entry]);

/** A change that another request asked for doesn't get the address of this one. */
function originOf(ctx: Ctx, { requestId }: AuditEntry) {
  const isOwn = requestId === undefined || requestId === ctx.requestId;
  return isOwn
    ? { requestId: ctx.requestId, ipAddress: ctx.ipAddress, userAgent: ctx.userAgent ?? null }
    : { requestId, ipAddress: null, userAgent: null };
}

export async function auditAll(tx: Transaction, ctx: Ctx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) {
    return;
  }
  await tx.insert(auditEntries).values(
    entries.map((entry) => ({
      id: newId(),
      workspaceId: entry.workspaceId,
      action: entry.action,
      actor: entry.actor ?? storedActor(ctx.actor),
      target: entry.target,
      details: entry.details ?? {},
      ...originOf(ctx, entry),
      occurredAt: entry.occurredAt,
    })),
  );
}
