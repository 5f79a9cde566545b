import { zones } from "@zonepost/db";
import type { FoundZone, ZoneHostingShown } from "@zonepost/schema/panel";
import { and, eq } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { zonesSeenBy } from "../model/get-own-zone.ts";
import type { DnsModulePorts } from "../ports.ts";
import { presentZone } from "./present-zone.ts";

/** The zone of a domain, if it has one, and the nameservers that a zone would have. */
export async function findZone(
  ctx: WorkspaceCtx & Pick<DnsModulePorts, "zoneHosting">,
  name: string,
): Promise<FoundZone> {
  requireRight(ctx.actor, "zones:read");
  const [row] = await ctx.db
    .select()
    .from(zones)
    .where(and(zonesSeenBy(ctx.actor), eq(zones.name, name)));
  return { zone: row ? presentZone(row) : null, ...presentHosting(ctx) };
}

export function presentHosting(
  ctx: Pick<WorkspaceCtx, "actor"> & Pick<DnsModulePorts, "zoneHosting">,
): ZoneHostingShown {
  requireRight(ctx.actor, "zones:read");
  return { nameservers: ctx.zoneHosting?.publicServers.servers.map(({ host }) => host) ?? [] };
}
