import { zoneVersions } from "@zonepost/db";
import type { PageQuery, ZoneVersion, ZoneVersionDetails } from "@zonepost/schema";
import { and, desc, lt } from "drizzle-orm";
import { publicActor } from "../../../kernel/actor.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, notACursor, type OperationResult, placeAfter } from "../../../kernel/http/page.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnZone } from "../model/get-own-zone.ts";
import { presentContent, presentDifference } from "../model/record-set.ts";
import { isVersionOf, readVersion, type VersionRow } from "./read-version.ts";

/** Newest first. */
export async function listVersions(
  ctx: WorkspaceCtx,
  name: string,
  query: PageQuery = {},
): Promise<OperationResult<ZoneVersion[]>> {
  requireRight(ctx.actor, "zones:read");
  const zone = await getOwnZone(ctx, name);
  const place = placeAfter(query);
  const before = place === undefined ? undefined : Number(place);
  if (before !== undefined && !Number.isSafeInteger(before)) {
    throw notACursor();
  }
  return listOrPage(query, {
    read(limit) {
      const rows = ctx.db
        .select(listed)
        .from(zoneVersions)
        .where(and(isVersionOf(zone), before === undefined ? undefined : lt(zoneVersions.version, before)))
        .orderBy(desc(zoneVersions.version));
      return limit === undefined ? rows : rows.limit(limit);
    },
    placeOf: ({ version }) => String(version),
    present: presentVersion,
  });
}

/** With its records, as they were. */
export async function getVersion(
  ctx: WorkspaceCtx,
  input: { zoneName: string; version: number },
): Promise<ZoneVersionDetails> {
  requireRight(ctx.actor, "zones:read");
  const { row, records } = await ctx.db.transaction(
    async (tx) =>
      readVersion(tx, await getOwnZone({ actor: ctx.actor, db: tx }, input.zoneName), input.version),
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  return {
    ...presentVersion(row),
    records: [...records.values()].map(({ name, type, ...content }) => ({
      name,
      type,
      ...presentContent(content),
    })),
    diff: row.diff.map(presentDifference),
  };
}

const listed = {
  version: zoneVersions.version,
  serial: zoneVersions.serial,
  message: zoneVersions.message,
  actor: zoneVersions.actor,
  createdAt: zoneVersions.createdAt,
  setCount: zoneVersions.setCount,
  deletedCount: zoneVersions.deletedCount,
  restoredVersion: zoneVersions.restoredVersion,
};

function presentVersion(row: Omit<VersionRow, "workspaceId" | "zoneId" | "diff">): ZoneVersion {
  const { version, serial, message, restoredVersion, setCount, deletedCount } = row;
  return {
    version,
    serial,
    message,
    actor: publicActor(row.actor),
    createdAt: row.createdAt.toISOString(),
    summary: { set: setCount, deleted: deletedCount },
    restoredVersion,
  };
}
