import { domainHistory, domainIntents, domains, type StoredActor, type Transaction } from "@zonepost/db";
import type { DomainHistoryEvent, DomainStatus, EventData, EventType } from "@zonepost/schema";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { emit } from "../../webhooks/index.ts";
import { clTridOf } from "../model/cl-trid.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { scheduleOf } from "../model/schedule.ts";
import type { RegistryAnswer, RegistryDomain, RegistryTransfer } from "../ports.ts";
import type { IntentChange } from "./intents.ts";
import type { ReconcileResult } from "./reconcile-domain.ts";
import { recordArrival } from "./record-arrival.ts";
import { recordDeparture } from "./record-departure.ts";
import { recordDifference } from "./record-difference.ts";

export type OpenIntent = {
  id: string;
  change: IntentChange;
  actor: StoredActor;
  requestId: string | null;
  operationId: string | null;
  /** Whether it may still be on its way to the registry. */
  isInFlight: boolean;
  /** Whether the registry said that it will carry it out later. */
  isTaken: boolean;
  /** Whether it said afterwards that it will not. */
  isRefused: boolean;
  /** Whether it is the caller's, who waits for this answer. */
  isOwn: boolean;
  createdAt: Date;
};

type Answered = {
  tx: Transaction;
  ctx: Ctx;
  before: DomainRow;
  answer: RegistryAnswer;
  transfer: RegistryTransfer | null;
  now: Date;
  ownIntentIds: readonly string[];
};

/** What the parts of a recording share: the row under its lock, the intents that wait, and where to write. */
export type Recording = {
  tx: Transaction;
  ctx: Ctx;
  row: DomainRow;
  now: Date;
  transfer: RegistryTransfer | null;
  openIntents: readonly OpenIntent[];
  /** The caller's intent that wants this, or the oldest; it counts as carried out. */
  credit(matches: (change: IntentChange) => boolean): OpenIntent | undefined;
  /** Those that nothing has settled yet. */
  unsettled(): readonly OpenIntent[];
  /** Leaves an intent to the registry, which has it and will say when it is done. */
  await(intent: OpenIntent): void;
  /** Closes an intent that came to nothing. */
  dismiss(intent: OpenIntent): void;
  /** History and audit, in the name of whoever wanted it. */
  record(entry: {
    intent?: OpenIntent | undefined;
    kind: DomainHistoryEvent["kind"];
    action: string;
    summary: string;
    details: Record<string, unknown>;
  }): Promise<void>;
  announce<Type extends EventType>(type: Type, data: EventData<Type>): Promise<void>;
};

export type RowChange = Partial<Omit<DomainRow, "id" | "workspaceId" | "name" | "version">> & {
  status?: DomainStatus;
};

/** Writes what an answer says, in one transaction; undefined where the row has moved since it was asked for. */
export async function recordAnswer(answered: Answered): Promise<ReconcileResult | undefined> {
  const { tx, before, answer, now } = answered;
  const [row] = await tx.select().from(domains).where(eq(domains.id, before.id)).for("update");
  if (!row || row.version !== before.version) {
    return undefined;
  }

  const settled = new Map<string, "applied" | "superseded">();
  const awaited: string[] = [];
  const recording = await beginRecording(answered, row, settled, awaited);
  const change = await changeOf(recording, answer);
  const after = change ? await saveRow(recording, change) : await markSynced(tx, row, now);
  for (const outcome of ["applied", "superseded"] as const) {
    const ids = [...settled].filter(([, kind]) => kind === outcome).map(([id]) => id);
    if (ids.length > 0) {
      await tx.update(domainIntents).set({ settledAt: now, outcome }).where(inArray(domainIntents.id, ids));
    }
  }
  if (awaited.length > 0) {
    await tx.update(domainIntents).set({ outcome: "taken" }).where(inArray(domainIntents.id, awaited));
  }
  return {
    row: after,
    settledIntentIds: [...settled].filter(([, kind]) => kind === "applied").map(([id]) => id),
  };
}

/** What becomes of the row; undefined where nothing has changed. */
function changeOf(recording: Recording, answer: RegistryAnswer): Promise<RowChange | undefined> {
  const isArriving = recording.openIntents.some(
    ({ change }) => change.kind === "register" || change.kind === "transfer_in",
  );
  if (isArriving || recording.row.status === "pending") {
    return recordArrival(recording, answer);
  }
  if (answer.kind !== "held") {
    return recordDeparture(recording, answer.kind);
  }
  return recordDifference(recording, answer.domain);
}

async function beginRecording(
  { tx, ctx, now, transfer, ownIntentIds }: Answered,
  row: DomainRow,
  settled: Map<string, "applied" | "superseded">,
  awaited: string[],
): Promise<Recording> {
  const wallNow = ctx.clock.wallNow();
  const rows = await tx
    .select()
    .from(domainIntents)
    .where(and(eq(domainIntents.domainId, row.id), isNull(domainIntents.settledAt)))
    .orderBy(asc(domainIntents.id));
  const openIntents = rows.map(
    (intent): OpenIntent => ({
      id: intent.id,
      change: intent.change as IntentChange,
      actor: intent.actor,
      requestId: intent.requestId,
      operationId: intent.operationId,
      createdAt: intent.createdAt,
      isInFlight:
        !ownIntentIds.includes(intent.id) && intent.leasedUntil !== null && intent.leasedUntil > wallNow,
      isTaken: intent.outcome === "taken",
      isRefused: intent.outcome === "refused",
      isOwn: ownIntentIds.includes(intent.id),
    }),
  );
  return {
    tx,
    ctx,
    row,
    now,
    transfer,
    openIntents,
    credit(matches) {
      const wanting = openIntents.filter((open) => !settled.has(open.id) && matches(open.change));
      const intent = wanting.find(({ isOwn }) => isOwn) ?? wanting[0];
      if (intent) {
        settled.set(intent.id, "applied");
      }
      return intent;
    },
    unsettled: () => openIntents.filter(({ id }) => !settled.has(id)),
    await(intent) {
      awaited.push(intent.id);
    },
    dismiss(intent) {
      settled.set(intent.id, "superseded");
    },
    async record({ intent, kind, action, summary, details }) {
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
      const named = intent ? { ...details, clTRID: clTridOf(intent.id) } : details;
      await audit(
        tx,
        { ...ctx, requestId },
        { ...entry, details: named, workspaceId: row.workspaceId, action, target: row.name },
      );
    },
    async announce(type, data) {
      await emit(tx, { workspaceId: row.workspaceId, createdAt: now, type, data });
    },
  };
}

const registryActor: StoredActor = { kind: "registry", id: null, name: "registry" };

async function saveRow({ tx, row, now }: Recording, change: RowChange): Promise<DomainRow> {
  const next = { ...row, ...change };
  const isRescheduled = (["status", "paidUntil", "autoRenew"] as const).some((field) => field in change);
  const [after] = await tx
    .update(domains)
    .set({
      ...(isRescheduled ? scheduleOf(next, now) : {}),
      ...change,
      syncedAt: now,
      version: row.version + 1,
    })
    .where(eq(domains.id, row.id))
    .returning();
  return after ?? row;
}

async function markSynced(tx: Transaction, row: DomainRow, now: Date): Promise<DomainRow> {
  const [after] = await tx
    .update(domains)
    .set({ syncedAt: now, ...missingSchedule(row, now) })
    .where(eq(domains.id, row.id))
    .returning();
  return after ?? row;
}

/** A row from before domains were renewed and let go by their schedule gets one when it is next looked at. */
function missingSchedule(row: DomainRow, now: Date): Partial<DomainRow> {
  const { nextRenewalAt, nextDeletionAt } = scheduleOf(row, now);
  return {
    ...(row.nextRenewalAt === null && nextRenewalAt ? { nextRenewalAt } : {}),
    ...(row.nextDeletionAt === null && nextDeletionAt ? { nextDeletionAt } : {}),
  };
}

/** The columns that are the registry's own words. */
export const columnsOf = (held: RegistryDomain) => ({
  dsRecords: held.dsRecords,
  nameservers: held.nameservers,
  glue: held.glue,
  registryContacts: held.contacts,
  registryExpiresAt: held.registryExpiresAt,
  registryStatuses: held.statuses,
});
