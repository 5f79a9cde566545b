import { audit } from "../../../kernel/audit.ts";
import { invalid } from "../../../kernel/errors.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { findHolders } from "../../domains/index.ts";
import { confirmationMismatch, zoneInUse } from "../errors.ts";
import { lockOwnZone } from "../model/get-own-zone.ts";
import type { ZoneCtx } from "./create-zone.ts";
import { eraseZone } from "./erase-zone.ts";
import { lockName } from "./lock-name.ts";

/** Unless it is in use: its domain's nameservers are ours, or the domain has DS records. */
export async function deleteZone(
  ctx: ZoneCtx,
  { zoneName, confirmName, force }: { zoneName: string; confirmName: string; force: boolean },
): Promise<void> {
  requireRight(ctx.actor, "zones:write");
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockName(tx, zoneName);
    const zone = await lockOwnZone(tx, ctx, zoneName, { isEndingToo: true });
    if (confirmName !== zone.name) {
      throw invalid([confirmationMismatch(zone.name)]);
    }
    const [holder] = await findHolders(tx, [zoneName]);
    const ours = ctx.zoneHosting?.publicServers.servers.map(({ host }) => host) ?? [];
    const isOwn = holder?.workspaceId === zone.workspaceId;
    const isDelegated = isOwn
      ? holder.nameservers.some((host) => ours.includes(host))
      : zone.delegation !== null && zone.delegation !== "elsewhere";
    if (!force && (isDelegated || (isOwn && holder.dsRecords.length > 0 && zone.isSigned))) {
      throw zoneInUse(isDelegated ? "delegated" : "signed");
    }
    await eraseZone(tx, ctx, zone, { deletedAt: now });
    await audit(tx, ctx, {
      workspaceId: zone.workspaceId,
      action: "zone.deleted",
      target: zone.name,
      details: { version: zone.version, recordSets: zone.recordSetCount, force },
      occurredAt: now,
    });
  });
}
