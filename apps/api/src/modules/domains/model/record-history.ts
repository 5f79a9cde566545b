import { domainHistory, type StoredActor, type Transaction } from "@zonepost/db";
import type { DomainHistoryEvent } from "@zonepost/schema";
import { storedActor } from "../../../kernel/actor.ts";
import { auditAll } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { queueChangeNotices } from "../../accounts/index.ts";
import type { DomainRow } from "./domain-row.ts";
import { securityChangeOf } from "./notification-policy.ts";
import { queueNotifications } from "./queue-notifications.ts";

type HistoryRecord = {
  domain: Pick<DomainRow, "id" | "workspaceId" | "name">;
  kind: DomainHistoryEvent["kind"];
  /** The audit action, `<resource>.<verb>`. Null if an audit entry of another kind covers it. */
  action: string | null;
  /** Null for an audit entry that the domain's history doesn't show. */
  summary: string | null;
  details: Record<string, unknown>;
  auditDetails?: Record<string, unknown>;
  occurredAt: Date;
  /** Overrides the actor and request of the ctx. */
  actor?: StoredActor;
  requestId?: string | null;
};

/**
 * Records changes in domain histories and the audit log, in the transaction that makes them, and queues the emails about
 * those that people are notified of.
 */
export async function recordHistory(
  tx: Transaction,
  ctx: Ctx,
  records: readonly HistoryRecord[],
): Promise<void> {
  const entries = records.map((record) => ({
    ...record,
    actor: record.actor ?? storedActor(ctx.actor),
    requestId: record.requestId === undefined ? ctx.requestId : record.requestId,
  }));
  const shown = entries.flatMap(({ domain, kind, summary, details, actor, requestId, occurredAt }) =>
    summary === null
      ? []
      : [{ id: newId(), domainId: domain.id, kind, summary, details, actor, requestId, occurredAt }],
  );
  if (shown.length > 0) {
    await tx.insert(domainHistory).values(shown);
  }
  const audited = entries.flatMap(({ domain, action, details, auditDetails, ...by }) =>
    action === null
      ? []
      : [
          {
            workspaceId: domain.workspaceId,
            target: domain.name,
            action,
            details: { ...details, ...auditDetails },
            actor: by.actor,
            requestId: by.requestId,
            occurredAt: by.occurredAt,
          },
        ],
  );
  await auditAll(tx, ctx, audited);
  await queueNotifications(tx, entries);
  await queueChangeNotices(
    tx,
    ctx,
    entries.flatMap((entry) => {
      const change = securityChangeOf(entry);
      const { domain, actor, requestId, occurredAt } = entry;
      return change
        ? [{ ...change, workspaceId: domain.workspaceId, target: domain.name, actor, requestId, occurredAt }]
        : [];
    }),
  );
}
