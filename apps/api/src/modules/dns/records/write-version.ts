import { type Transaction, zoneRecordSets, zones, zoneVersions } from "@zonepost/db";
import { and, eq, or, sql } from "drizzle-orm";
import { publicActor, storedActor } from "../../../kernel/actor.ts";
import { audit } from "../../../kernel/audit.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { emit } from "../../webhooks/index.ts";
import type { Difference } from "../model/record-set.ts";
import { isOfZone, type ZoneRow } from "../model/records.ts";
import { nextSerial } from "../model/serial.ts";
import { requestPublication } from "../publication/request-publication.ts";

/** So that an event stays small. */
const namesInEvent = 50;
/** A statement has at most 65,535 parameters. */
const rowsPerStatement = 5_000;

export type VersionNote = { message?: string | null | undefined; restoredVersion?: number };

/** The only writer of records. The caller has locked the zone in this transaction. Returns the updated row. */
export async function writeVersion(
  tx: Transaction,
  ctx: Ctx,
  zone: ZoneRow,
  diff: readonly Difference[],
  note: VersionNote,
  now: Date,
): Promise<ZoneRow> {
  await writeRecordSets(tx, zone, diff, now);
  const added = diff.filter(({ before }) => before === null).length;
  const deleted = diff.filter(({ after }) => after === null).length;
  const [after] = await tx
    .update(zones)
    .set({
      version: zone.version + 1,
      serial: nextSerial(zone.serial),
      recordSetCount: zone.recordSetCount + added - deleted,
      updatedAt: now,
    })
    .where(and(eq(zones.workspaceId, zone.workspaceId), eq(zones.id, zone.id)))
    .returning();
  if (!after) {
    throw new Error(`${zone.name} disappeared while its row was locked`);
  }
  await recordVersion(tx, ctx, after, diff, note, now);
  // Before the event, as where a publication is recorded: the other order of these locks would be a deadlock.
  await requestPublication(tx, ctx, after, diff.length);
  const actor = publicActor(storedActor(ctx.actor));
  const summary = { set: diff.length - deleted, deleted };
  await emit(tx, {
    workspaceId: zone.workspaceId,
    type: "zone.changed",
    data: {
      name: zone.name,
      version: after.version,
      previousVersion: zone.version,
      serial: after.serial,
      summary,
      names: [...new Set(diff.map(({ name }) => name))].slice(0, namesInEvent),
      actor: { kind: actor.kind, name: actor.name },
      message: note.message ?? null,
    },
    createdAt: now,
  });
  await audit(tx, ctx, {
    workspaceId: zone.workspaceId,
    action: note.restoredVersion === undefined ? "zone.changed" : "zone.restored",
    target: zone.name,
    details: { version: after.version, ...summary, ...note },
    occurredAt: now,
  });
  return after;
}

/** The row of a version, for the list of versions. */
export async function recordVersion(
  tx: Transaction,
  ctx: Ctx,
  zone: ZoneRow,
  diff: readonly Difference[],
  { message, restoredVersion }: VersionNote,
  now: Date,
): Promise<void> {
  const deletedCount = diff.filter(({ after }) => after === null).length;
  await tx.insert(zoneVersions).values({
    workspaceId: zone.workspaceId,
    zoneId: zone.id,
    version: zone.version,
    serial: zone.serial,
    diff: [...diff],
    setCount: diff.length - deletedCount,
    deletedCount,
    message: message ?? null,
    actor: storedActor(ctx.actor),
    restoredVersion: restoredVersion ?? null,
    createdAt: now,
  });
}

export async function writeRecordSets(
  tx: Transaction,
  zone: Pick<ZoneRow, "workspaceId" | "id">,
  diff: readonly Difference[],
  now: Date,
): Promise<void> {
  const deleted = diff.filter(({ after }) => after === null);
  for (let at = 0; at < deleted.length; at += rowsPerStatement) {
    const part = deleted.slice(at, at + rowsPerStatement);
    await tx
      .delete(zoneRecordSets)
      .where(
        and(
          isOfZone(zone),
          or(
            ...part.map(({ name, type }) =>
              and(eq(zoneRecordSets.name, name), eq(zoneRecordSets.type, type)),
            ),
          ),
        ),
      );
  }
  const rows = diff.flatMap(({ name, type, after }) =>
    after ? [{ workspaceId: zone.workspaceId, zoneId: zone.id, name, type, ...after, updatedAt: now }] : [],
  );
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    await tx
      .insert(zoneRecordSets)
      .values(rows.slice(at, at + rowsPerStatement))
      .onConflictDoUpdate({
        target: [zoneRecordSets.workspaceId, zoneRecordSets.zoneId, zoneRecordSets.name, zoneRecordSets.type],
        set: {
          ttlSeconds: sql`excluded.ttl_seconds`,
          values: sql`excluded.values`,
          comment: sql`excluded.comment`,
          tags: sql`excluded.tags`,
          managedBy: sql`excluded.managed_by`,
          updatedAt: now,
        },
      });
  }
}
