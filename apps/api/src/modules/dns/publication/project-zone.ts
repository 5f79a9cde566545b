import { zonePublications, zones, zoneVersions, zoneWithdrawals } from "@zonepost/db";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { readZoneRecords } from "../model/records.ts";
import { soaOf } from "../model/soa.ts";
import type { ZoneHosting, ZoneServerSession } from "../ports.ts";
import type { DueZone } from "./claim-due-zones.ts";

type ProjectionCtx = Pick<Ctx, "db" | "clock"> & { zoneHosting: ZoneHosting };

const isZone = ({ workspaceId, zoneId }: Pick<DueZone, "workspaceId" | "zoneId">) =>
  and(eq(zones.workspaceId, workspaceId), eq(zones.id, zoneId));
export const isPublicationOf = ({ workspaceId, zoneId }: Pick<DueZone, "workspaceId" | "zoneId">) =>
  and(eq(zonePublications.workspaceId, workspaceId), eq(zonePublications.zoneId, zoneId));

/**
 * Makes the primary have the present version, whatever it has now. So a crash between any two steps is repaired by the
 * next projection.
 */
export async function projectZone(
  ctx: ProjectionCtx,
  session: ZoneServerSession,
  due: DueZone,
): Promise<void> {
  const wanted = await ctx.db.transaction(
    async (tx) => {
      const [zone] = await tx.select().from(zones).where(isZone(due));
      return zone && { zone, records: await readZoneRecords(tx, zone) };
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  if (!wanted) {
    return;
  }
  const { zone, records } = wanted;
  const { serial } = await session.put({
    name: zone.name,
    serial: zone.serial,
    soa: soaOf(ctx.zoneHosting),
    recordSets: [...records.values()],
  });
  await recordProjection(ctx, due, { version: zone.version, serial });
}

/** So long, the worker that has projected a version asks the nameservers for it. */
export const followedForMs = 8_000;

/** A version that was written meanwhile stays due. */
async function recordProjection(
  { db, clock }: ProjectionCtx,
  due: DueZone,
  { version, serial }: { version: number; serial: number },
): Promise<void> {
  const wallNow = clock.wallNow();
  await db.transaction(async (tx) => {
    const [zone] = await tx.select().from(zones).where(isZone(due)).for("update");
    if (!zone) {
      return;
    }
    if (zone.version === version && zone.serial !== serial) {
      await tx.update(zones).set({ serial }).where(isZone(due));
    }
    await tx
      .update(zoneVersions)
      .set({ serial })
      .where(
        and(
          eq(zoneVersions.workspaceId, due.workspaceId),
          eq(zoneVersions.zoneId, due.zoneId),
          eq(zoneVersions.version, version),
        ),
      );
    await tx
      .update(zonePublications)
      .set({
        primaryVersion: version,
        primarySerial: serial,
        pendingRecordSets: 0,
        tries: 0,
        problem: null,
        dueAt: zone.version === version ? new Date(wallNow.getTime() + followedForMs) : wallNow,
      })
      .where(
        and(
          isPublicationOf(due),
          // A worker that was stopped for longer than its lease must not hide what came after it.
          or(isNull(zonePublications.primaryVersion), lt(zonePublications.primaryVersion, version + 1)),
        ),
      );
  });
}

const retryDelaysMs = [500, 1_000, 2_000, 5_000, 15_000, 60_000];
const refusedDelayMs = 15 * 60_000;

export const retryDelayMs = (tries: number): number => retryDelaysMs[tries] ?? 60_000;

/** `problem`: the primary doesn't accept the content, and won't soon. */
export async function postponeZone(
  { db, clock }: Pick<Ctx, "db" | "clock">,
  { tries, ...due }: DueZone,
  { problem }: { problem?: string } = {},
): Promise<void> {
  const delayMs = problem === undefined ? retryDelayMs(tries) : refusedDelayMs;
  await db
    .update(zonePublications)
    .set({
      tries: sql`${zonePublications.tries} + 1`,
      dueAt: new Date(clock.wallNow().getTime() + delayMs),
      ...(problem === undefined ? {} : { problem }),
    })
    .where(isPublicationOf(due));
}

/** Unless the name has a zone again, whose projection has replaced the old content. */
export async function withdrawName(
  { db }: ProjectionCtx,
  session: ZoneServerSession,
  { workspaceId, name }: { workspaceId: string; name: string },
): Promise<void> {
  if ((await db.$count(zones, eq(zones.name, name))) === 0) {
    await session.remove(name);
  }
  await db
    .delete(zoneWithdrawals)
    .where(and(eq(zoneWithdrawals.workspaceId, workspaceId), eq(zoneWithdrawals.name, name)));
}
