import { domainIntents, domains, type Transaction } from "@zonepost/db";
import { type DsRecord, dsRecordLimit } from "@zonepost/schema";
import { and, countDistinct, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { storedActor } from "../../../kernel/actor.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { wakeWorkers } from "../../../kernel/wake.ts";
import { operationInProgress, tooManyDsRecords } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import { holdContacts } from "./hold-contacts.ts";
import type { IntentChange } from "./intents.ts";

/** Longer than any command may take: whoever has not settled its intent by then has died. */
const intentLeaseMs = 60_000;

/**
 * Writes who wants which changes before they are sent, so that whoever finds them at the registry knows whose they are.
 * `domain` is what they were worked out from; `isWholeDsSet` where they are to lead to one set of DS records.
 */
export async function recordIntents(
  ctx: Ctx,
  domain: DomainRow,
  changes: readonly IntentChange[],
  { isWholeDsSet = false } = {},
): Promise<string[]> {
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(domains).where(eq(domains.id, domain.id)).for("update");
    if (!row) {
      throw notFound();
    }
    for (const change of changes) {
      if (change.kind === "change_contacts") {
        await holdContacts(tx, change.contactIds);
      }
    }
    await requireNobodyElse(tx, ctx, { row, seen: domain, changes, isWholeDsSet });
    const added = changes.flatMap((change) => (change.kind === "publish_ds_record" ? [change.dsRecord] : []));
    const removed = changes.filter((change) => change.kind === "remove_ds_record").length;
    if (added.length > 0) {
      await requireRoomForDsRecords(tx, row, added, removed);
    }
    return insertIntents(tx, ctx, domain, changes, null, now);
  });
}

/** The same in a transaction that the caller has open, for a domain whose row it has written or locked. */
export async function insertIntents(
  tx: Transaction,
  ctx: Ctx,
  domain: Pick<DomainRow, "id">,
  changes: readonly IntentChange[],
  operationId: string | null,
  createdAt: Date,
): Promise<string[]> {
  const leasedUntil = new Date(ctx.clock.wallNow().getTime() + intentLeaseMs);
  const rows = changes.map((change) => ({
    id: newId(),
    domainId: domain.id,
    kind: change.kind,
    change,
    actor: storedActor(ctx.actor),
    requestId: ctx.requestId,
    operationId,
    createdAt,
    leasedUntil,
  }));
  await tx.insert(domainIntents).values(rows);
  return rows.map(({ id }) => id);
}

type Difference = {
  row: DomainRow;
  seen: DomainRow;
  changes: readonly IntentChange[];
  isWholeDsSet: boolean;
};

/**
 * What is sent is a difference to what the caller saw. Two of them at once, or one to what is no longer so, would make
 * a mix that nobody asked for.
 */
async function requireNobodyElse(
  tx: Transaction,
  ctx: Ctx,
  { row, seen, changes, isWholeDsSet }: Difference,
): Promise<void> {
  const kinds: IntentChange["kind"][] = [
    ...changes
      .map(({ kind }) => kind)
      .filter((kind) => kind === "change_nameservers" || kind === "change_contacts"),
    ...(isWholeDsSet ? (["publish_ds_record", "remove_ds_record"] as const) : []),
  ];
  if (kinds.length === 0) {
    return;
  }
  const facts = ({ nameservers, registryContacts, dsRecords }: DomainRow) =>
    JSON.stringify([
      kinds.includes("change_nameservers") && nameservers,
      kinds.includes("change_contacts") && registryContacts,
      isWholeDsSet && dsRecords,
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
        isNull(domainIntents.settledAt),
        gt(domainIntents.leasedUntil, ctx.clock.wallNow()),
      ),
    )
    .limit(1);
  if (other) {
    throw operationInProgress();
  }
}

/** What others are publishing at this moment counts too, so that a race cannot pass the limit. */
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
        isNull(domainIntents.settledAt),
        sql`not ${JSON.stringify(added)}::jsonb @> jsonb_build_array(${domainIntents.change} -> 'dsRecord')`,
      ),
    );
  const count = row.dsRecords.length - removedCount + (others?.count ?? 0) + added.length;
  if (count > dsRecordLimit) {
    throw tooManyDsRecords(dsRecordLimit);
  }
}

/** Leaves intents whose answer never came to the sync, which asks the registry at once. */
export async function leaveToSync(ctx: Ctx, intentIds: readonly string[]): Promise<void> {
  await markIntents(ctx, intentIds, "unknown");
  await wakeWorkers(ctx.db, "sync");
}

/**
 * `unknown`: no answer came. `taken`: the registry has yet to carry it out, and gives notice when it has, which may
 * take days.
 */
export async function markIntents(
  ctx: Ctx,
  intentIds: readonly string[],
  outcome: "unknown" | "taken",
): Promise<void> {
  await ctx.db
    .update(domainIntents)
    .set({ outcome })
    .where(and(inArray(domainIntents.id, [...intentIds]), isNull(domainIntents.settledAt)));
}

/**
 * Takes over an intent that nobody is at: its sender has died, or never began. False where it is settled, or somebody
 * is at it, or at a change of the same kind that the two would make a mix of.
 */
export async function takeOverIntent(ctx: Ctx, intentId: string): Promise<boolean> {
  const wallNow = ctx.clock.wallNow();
  return ctx.db.transaction(async (tx) => {
    const [intent] = await tx
      .select({ domainId: domainIntents.domainId, kind: domainIntents.kind })
      .from(domainIntents)
      .where(eq(domainIntents.id, intentId));
    if (!intent) {
      return false;
    }
    await tx.select({ id: domains.id }).from(domains).where(eq(domains.id, intent.domainId)).for("update");
    const held = and(isNull(domainIntents.settledAt), gt(domainIntents.leasedUntil, wallNow));
    const [other] = await tx
      .select({ id: domainIntents.id })
      .from(domainIntents)
      .where(and(eq(domainIntents.domainId, intent.domainId), eq(domainIntents.kind, intent.kind), held))
      .limit(1);
    if (other && intent.kind === "change_nameservers") {
      return false;
    }
    const taken = await tx
      .update(domainIntents)
      .set({ leasedUntil: new Date(wallNow.getTime() + intentLeaseMs), outcome: null })
      .where(
        and(
          eq(domainIntents.id, intentId),
          isNull(domainIntents.settledAt),
          or(isNull(domainIntents.leasedUntil), lte(domainIntents.leasedUntil, wallNow)),
        ),
      )
      .returning({ id: domainIntents.id });
    return taken.length > 0;
  });
}
