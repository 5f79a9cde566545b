import { domainIntents, domains, type Transaction } from "@zonepost/db";
import { type DsRecord, dsRecordLimit } from "@zonepost/schema";
import { and, countDistinct, eq, gt, inArray, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { notFound } from "../../../kernel/errors.ts";
import { operationInProgress, registryOutcomeUnknown, tooManyDsRecords } from "../errors.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { DomainPorts, Send } from "../ports.ts";
import { holdContacts } from "./hold-contacts.ts";
import type { IntentChange } from "./intents/intent-change.ts";
import { isOpen } from "./intents/intent-columns.ts";
import { insertLeasedIntents } from "./intents/write-intents.ts";
import { sendIntents } from "./send-intents.ts";

/** Changes a domain at its registry while the caller waits: records the intents, sends the change, reconciles. */
export async function changeAtRegistry(
  ctx: Ctx & DomainPorts,
  domain: DomainRow,
  changes: IntentChange | readonly IntentChange[],
  send: Send,
  options: { isCompleteDsSet?: boolean } = {},
): Promise<DomainRow> {
  const list = "kind" in changes ? [changes] : changes;
  const intentIds = await recordIntents(ctx, domain, list, options);
  const result = await sendIntents(ctx, domain, intentIds, send);
  if (result.state === "pending") {
    throw registryOutcomeUnknown(undefined);
  }
  return result.row;
}

/**
 * Records the requester of each change before sending, so that it can be credited when the registry shows it. `seen` is
 * the row that the changes were computed from; `isCompleteDsSet` if they produce one complete set of DS records.
 */
export async function recordIntents(
  ctx: Ctx,
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
