import { domainHistory, domainIntents, domains, type StoredActor, type Transaction } from "@zonepost/db";
import type { DomainHistoryEvent, DsRecord } from "@zonepost/schema";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { emit } from "../../webhooks/index.ts";
import type { DomainRow } from "../domain-row.ts";
import type { IntentChange } from "../intents.ts";
import {
  describeDsRecord,
  dsRecordDifference,
  hasSameNameservers,
  hasSameStatuses,
  isSameDsRecord,
} from "../policy.ts";
import type { DomainPorts, RegistryDomain } from "../ports.ts";

export type ReconcileResult = { row: DomainRow; settledIntentIds: string[] };

type OpenIntent = { id: string; change: IntentChange; actor: StoredActor; requestId: string | null };
const registryActor: StoredActor = { kind: "registry", id: null, name: "registry" };
const maxAttempts = 8;

/**
 * The one place that records what the registry holds. The row's version is read before the registry is asked: where
 * it has moved by the time of the write, the news may be older than the row, and both are read again.
 */
export async function reconcileDomain(ctx: Ctx & DomainPorts, domainId: string): Promise<ReconcileResult> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const [before] = await ctx.db.select().from(domains).where(eq(domains.id, domainId));
    if (!before) throw notFound();
    const registrar = ctx.registrars.byCode(before.registrar);
    if (!registrar) throw new Error(`no registrar is configured for ${before.name}`);
    const held = await registrar.readDomain(before.name);
    const now = await ctx.clock.now();
    if (!held) {
      ctx.log.warn({ domain: before.name }, "the registry does not hold this domain for us");
      return { row: before, settledIntentIds: [] };
    }
    const result = await ctx.db.transaction((tx) => writeDifference(tx, ctx, before, held, now));
    if (result) return result;
  }
  throw new Error(`the domain ${domainId} changed faster than it could be read`);
}

async function writeDifference(
  tx: Transaction,
  ctx: Ctx,
  before: DomainRow,
  held: RegistryDomain,
  now: Date,
): Promise<ReconcileResult | undefined> {
  const [row] = await tx.select().from(domains).where(eq(domains.id, before.id)).for("update");
  if (!row || row.version !== before.version) return undefined;

  const openIntents = (await tx
    .select({
      id: domainIntents.id,
      change: domainIntents.change,
      actor: domainIntents.actor,
      requestId: domainIntents.requestId,
    })
    .from(domainIntents)
    .where(and(eq(domainIntents.domainId, row.id), isNull(domainIntents.settledAt)))
    .orderBy(asc(domainIntents.id))) as unknown as OpenIntent[];
  const settled = new Set<string>();
  const creditIntent = (matches: (change: IntentChange) => boolean): OpenIntent | undefined => {
    const intent = openIntents.find((open) => !settled.has(open.id) && matches(open.change));
    if (intent) settled.add(intent.id);
    return intent;
  };

  const record = async (
    intent: OpenIntent | undefined,
    kind: DomainHistoryEvent["kind"],
    action: string,
    summary: string,
    details: Record<string, unknown>,
  ) => {
    const actor = intent?.actor ?? registryActor;
    const requestId = intent?.requestId ?? ctx.requestId;
    const entry = {
      id: newId(),
      domainId: row.id,
      kind,
      summary,
      details,
      actor,
      requestId,
      occurredAt: now,
    };
    await tx.insert(domainHistory).values(entry);
    await audit(
      tx,
      { ...ctx, requestId },
      { ...entry, workspaceId: row.workspaceId, action, target: row.name },
    );
  };
  const announce = { workspaceId: row.workspaceId, createdAt: now };

  const dsRecords = held.dsRecords;
  const difference = dsRecordDifference(row.dsRecords, dsRecords);
  for (const dsRecord of difference.removed) {
    const intent = creditIntent(wantsDsRecord("remove_ds_record", dsRecord));
    const summary = `${describeDsRecord(dsRecord)} removed`;
    await record(intent, "dnssec_change", "dnssec.ds_removed", summary, { from: dsRecord, to: null });
    await emit(tx, {
      ...announce,
      type: "domain.dnssec_disabled",
      data: { name: row.name, dsRecord, dsRecords },
    });
  }
  for (const dsRecord of difference.added) {
    const intent = creditIntent(wantsDsRecord("publish_ds_record", dsRecord));
    const summary = `${describeDsRecord(dsRecord)} published`;
    await record(intent, "dnssec_change", "dnssec.ds_published", summary, { from: null, to: dsRecord });
    await emit(tx, {
      ...announce,
      type: "domain.dnssec_enabled",
      data: { name: row.name, dsRecord, dsRecords },
    });
  }

  const isDelegationChanged = !hasSameNameservers(row.nameservers, held.nameservers);
  if (isDelegationChanged) {
    const intent = creditIntent(
      (change) =>
        change.kind === "change_nameservers" && hasSameNameservers(change.nameservers, held.nameservers),
    );
    const names = { nameservers: held.nameservers, previousNameservers: row.nameservers };
    const summary = `Nameservers changed to ${held.nameservers.join(", ") || "none"}`;
    await record(intent, "dns_change", "domain.nameservers_changed", summary, {
      from: row.nameservers,
      to: held.nameservers,
    });
    await emit(tx, { ...announce, type: "domain.nameservers_changed", data: { name: row.name, ...names } });
  }

  const isRowChanged =
    isDelegationChanged ||
    difference.added.length > 0 ||
    difference.removed.length > 0 ||
    row.registryExpiresAt.getTime() !== held.registryExpiresAt.getTime() ||
    !hasSameStatuses(row.registryStatuses, held.statuses);
  const [after] = await tx
    .update(domains)
    .set({
      syncedAt: now,
      ...(isRowChanged
        ? {
            dsRecords,
            nameservers: held.nameservers,
            registryExpiresAt: held.registryExpiresAt,
            registryStatuses: held.statuses,
            version: row.version + 1,
          }
        : {}),
    })
    .where(eq(domains.id, row.id))
    .returning();
  const settledIntentIds = [...settled];
  if (settledIntentIds.length > 0)
    await tx
      .update(domainIntents)
      .set({ settledAt: now, outcome: "applied" })
      .where(inArray(domainIntents.id, settledIntentIds));
  return { row: after ?? row, settledIntentIds };
}

function wantsDsRecord(kind: "publish_ds_record" | "remove_ds_record", dsRecord: DsRecord) {
  return (change: IntentChange) => change.kind === kind && isSameDsRecord(change.dsRecord, dsRecord);
}
