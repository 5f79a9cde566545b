import { domainHistory, type StoredActor, type Transaction } from "@zonepost/db";
import type { DomainHistoryEvent } from "@zonepost/schema";
import { storedActor } from "../../../kernel/actor.ts";
import { auditAll } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import type { DomainRow } from "./domain-row.ts";

type HistoryRecord = {
  domain: Pick<DomainRow, "id" | "workspaceId" | "name">;
  kind: DomainHistoryEvent["kind"];
  /** As the audit log names it: `<resource>.<verb>`. Null where an audit entry of another kind covers it. */
  action: string | null;
  summary: string;
  details: Record<string, unknown>;
  /** What only the audit log shows. */
  auditDetails?: Record<string, unknown>;
  occurredAt: Date;
  /** Where it is not the actor and the request of the ctx. */
  actor?: StoredActor;
  requestId?: string | null;
};

/** Writes changes of domains to their histories and to the audit log, in the transaction of the changes. */
export async function recordHistory(
  tx: Transaction,
  ctx: Ctx,
  records: readonly HistoryRecord[],
): Promise<void> {
  if (records.length === 0) {
    return;
  }
  const entries = records.map((record) => ({
    ...record,
    actor: record.actor ?? storedActor(ctx.actor),
    requestId: record.requestId === undefined ? ctx.requestId : record.requestId,
  }));
  await tx.insert(domainHistory).values(
    entries.map(({ domain, kind, summary, details, actor, requestId, occurredAt }) => ({
      id: newId(),
      domainId: domain.id,
      kind,
      summary,
      details,
      actor,
      requestId,
      occurredAt,
    })),
  );
  await auditAll(
    tx,
    ctx,
    entries.flatMap(({ domain, action, details, auditDetails, actor, requestId, occurredAt }) =>
      action === null
        ? []
        : [
            {
              workspaceId: domain.workspaceId,
              action,
              target: domain.name,
              details: { ...details, ...auditDetails },
              actor,
              requestId,
              occurredAt,
            },
          ],
    ),
  );
}
