import { domainIntents, domains, type Transaction } from "@zonepost/db";
import { type DomainOperation, type DsRecord, dsRecordLimit } from "@zonepost/schema";
import { and, countDistinct, eq, gt, inArray, sql } from "drizzle-orm";
import { storedActor } from "../../../kernel/actor.ts";
import type { Ctx, Queryable } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { operationInProgress, registryOutcomeUnknown, tooManyDsRecords } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { readOperation } from "../model/operations.ts";
import type { DomainPorts, Send } from "../ports.ts";
import { insertOperation } from "./begin-operation.ts";
import { holdContacts } from "./hold-contacts.ts";
import { type IntentChange, operationKindOf } from "./intents/intent-change.ts";
import { isOpen } from "./intents/intent-columns.ts";
import { insertLeasedIntents, moveIntents } from "./intents/write-intents.ts";
import { sendIntents } from "./send-intents.ts";

/** The domain as it is now, and the operation if the registry completes the change later. */
export type Changed = { row: DomainRow; operation: DomainOperation | null };

/** A check of the domain's row in the transaction that has locked it, before a change begins. */
export type Conditional = { requireUnchanged?: (db: Queryable, row: DomainRow) => Promise<void> };

/** Changes a domain at its registry while the caller waits: records the intents, sends the change, reconciles. */
export async function changeAtRegistry(
  ctx: Ctx & DomainPorts & Conditional,
  domain: DomainRow,
  changes: IntentChange | readonly IntentChange[],
  send: Send,
  options: { isCompleteDsSet?: boolean } = {},
): Promise<Changed> {
  const list = "kind" in changes ? [changes] : changes;
  const intentIds = await recordIntents(ctx, domain, list, options);
  const result = await sendIntents(ctx, domain, intentIds, send);
  if (result.state === "unknown") {
    throw registryOutcomeUnknown(undefined);
  }
  return trackOpenIntents(ctx, domain.id, list, intentIds);
}

export const acceptedReason = {
  code: "accepted_by_registry",
  message: "The registry has accepted the change and will complete it.",
};

/** Begins an operation for a change that the registry has accepted, or reported as done, and doesn't show yet. */
async function trackOpenIntents(
  ctx: Ctx,
  domainId: string,
  [change]: readonly IntentChange[],
  intentIds: readonly string[],
): Promise<Changed> {
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(domains).where(eq(domains.id, domainId)).for("update");
    if (!row) {
      throw notFound();
    }
    const which = inArray(domainIntents.id, [...intentIds]);
    const open = await tx.select({ id: domainIntents.id }).from(domainIntents).where(and(which, isOpen()));
    if (open.length === 0 || !change) {
      return { row, operation: null };
    }
    // Without a pending status, the registry has nothing left to do: the sync looks for the change for a minute.
    if (!row.registryStatuses.includes("pendingUpdate")) {
      await moveIntents(tx, "confirm", which, ctx.clock.wallNow());
    }
    const operation = {
      kind: operationKindOf(change),
      state: "pending",
      reason: acceptedReason,
      actor: storedActor(ctx.actor),
    } as const;
    const operationId = await insertOperation(tx, ctx, row, operation, now);
    if (operationId === undefined) {
      throw new Error(`a change of ${row.name} conflicts with an open operation`);
    }
    await tx.update(domainIntents).set({ operationId }).where(which);
    return { row, operation: await readOperation(tx, operationId) };
  });
}

/**
 * Records the requester of each change before sending, so that it can be credited when the registry shows it. `seen` is
 * the row that the changes were computed from; `isCompleteDsSet` if they produce one complete set of DS records.
 */
export async function recordIntents(
  ctx: Ctx & Conditional,
  seen: DomainRow,
  changes: readonly IntentChange[],
  { isCompleteDsSet = false } = {},
): Promise<string[]> {
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(domains).where(eq(domains.id, seen.id)).for("update");
    if (!row) {
      throw notFound();
    }
    await ctx.requireUnchanged?.(tx, row);
    for (const change of changes) {
      if (change.kind === "change_contacts") {
        await holdContacts(tx, change.contactIds);
      }
    }
    await requireNoCompetingChange(tx, ctx, { row, seen, changes, isCompleteDsSet });
    const added = changes.flatMap((change) => (change.kind === "publish_ds_record" ? [change.dsRecord] : []));
    const removed = changes.filter((change) => change.kind === "remove_ds_record").length;
    if (added.length > 0) {
      await requireRoomForDsRecords(tx, row, added, removed);
    }
    return insertLeasedIntents(tx, ctx, row, changes, null, now);
  });
}

type Difference = {
  row: DomainRow;
  seen: DomainRow;
  changes: readonly IntentChange[];
  isCompleteDsSet: boolean;
};

/**
 * Nameservers and contacts are sent as a difference, so concurrent changes, or one to an outdated state, would produce
 * an unwanted mix.
 */
async function requireNoCompetingChange(
  tx: Transaction,
  ctx: Ctx,
  { row, seen, changes, isCompleteDsSet }: Difference,
): Promise<void> {
  const kinds: IntentChange["kind"][] = [
    ...changes
      .map(({ kind }) => kind)
      .filter((kind) => kind === "change_nameservers" || kind === "change_contacts"),
    ...(isCompleteDsSet ? (["publish_ds_record", "remove_ds_record"] as const) : []),
  ];
  if (kinds.length === 0) {
    return;
  }
  const facts = ({ nameservers, registryContacts, dsRecords }: DomainRow) =>
    JSON.stringify([
      kinds.includes("change_nameservers") && nameservers,
      kinds.includes("change_contacts") && registryContacts,
      isCompleteDsSet && dsRecords,
    ]);
  if (facts(row) !== facts(seen)) {
    throw operationInProgress();
  }
  const [other] = await tx
    .select({ id: domainIntents.id })
    .from(domainIntents)
    .where(
      and(
        eq(domainIntents.domainId, row.id),
        inArray(domainIntents.kind, kinds),
        isOpen(),
        gt(domainIntents.leasedUntil, ctx.clock.wallNow()),
      ),
    )
    .limit(1);
  if (other) {
    throw operationInProgress();
  }
}

/** Also counts records that others are publishing right now, so that a race can't exceed the limit. */
async function requireRoomForDsRecords(
  tx: Transaction,
  row: DomainRow,
  added: readonly DsRecord[],
  removedCount: number,
): Promise<void> {
  const [others] = await tx
    .select({ count: countDistinct(sql`${domainIntents.change} -> 'dsRecord'`) })
    .from(domainIntents)
    .where(
      and(
        eq(domainIntents.domainId, row.id),
        eq(domainIntents.kind, "publish_ds_record"),
        isOpen(),
        sql`not ${JSON.stringify(added)}::jsonb @> jsonb_build_array(${domainIntents.change} -> 'dsRecord')`,
      ),
    );
  const count = row.dsRecords.length - removedCount + (others?.count ?? 0) + added.length;
  if (count > dsRecordLimit) {
    throw tooManyDsRecords(dsRecordLimit);
  }
}
