import { contacts, domainHistory, type StoredActor, type Transaction } from "@zonepost/db";
import { contactRoles, type DomainHistoryEvent } from "@zonepost/schema";
import { inArray } from "drizzle-orm";
import { storedActor } from "../../../kernel/actor.ts";
import { auditAll } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId, rowId } from "../../../kernel/ids.ts";
import { queueChangeNotices } from "../../accounts/index.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { type RecordedChange, securityChangeOf } from "./notification-policy.ts";
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
  for (const entry of entries) {
    const change = securityChangeOf(entry) ?? (await readAddressChange(tx, entry));
    if (change) {
      const { domain, actor, requestId, occurredAt } = entry;
      const about = { workspaceId: domain.workspaceId, target: domain.name, actor, requestId, occurredAt };
      await queueChangeNotices(tx, ctx, [{ ...change, ...about }]);
    }
  }
}

type ContactIds = Partial<Record<(typeof contactRoles)[number], string | null>>;

/** The change of a domain's contacts to ones with other email addresses, of which the former addresses are told too. */
async function readAddressChange(
  tx: Transaction,
  { action, actor, details }: Pick<RecordedChange, "action" | "actor" | "details">,
): Promise<{ kind: "domain_contacts"; detail: string; concerned: string[] } | undefined> {
  if (action !== "domain.contacts_changed" || (actor.kind !== "user" && actor.kind !== "api_key")) {
    return undefined;
  }
  const [from, to] = [details.from as ContactIds, details.to as ContactIds];
  const ids = [...Object.values(from), ...Object.values(to)].flatMap((id) => rowId("con", id ?? "") ?? []);
  const rows = await tx
    .select({ id: contacts.id, email: contacts.email })
    .from(contacts)
    .where(inArray(contacts.id, ids));
  const emailOf = (held: ContactIds, role: keyof ContactIds) => {
    const id = rowId("con", held[role] ?? held.registrant ?? "");
    return rows.find((row) => row.id === id)?.email;
  };
  const changed = contactRoles
    .map((role) => ({ before: emailOf(from, role), after: emailOf(to, role) }))
    .filter(({ before, after }) => before !== after);
  if (changed.length === 0) {
    return undefined;
  }
  const described = changed.map(({ before = "–", after = "–" }) => `${before} → ${after}`);
  return {
    kind: "domain_contacts",
    detail: [...new Set(described)].join(", "),
    concerned: [...new Set(changed.flatMap(({ before }) => before ?? []))],
  };
}
