import { zones } from "@zonepost/db";
import type { PageQuery, Zone, ZoneDetails } from "@zonepost/schema";
import { and, asc, gt } from "drizzle-orm";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { listOrPage, type OperationResult, placeAfter } from "../../../kernel/http/page.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnZone, zonesSeenBy } from "../model/get-own-zone.ts";
import type { DnsModulePorts } from "../ports.ts";
import { presentZone, presentZoneDetails } from "./present-zone.ts";

export async function listZones(ctx: WorkspaceCtx, query: PageQuery = {}): Promise<OperationResult<Zone[]>> {
  requireRight(ctx.actor, "zones:read");
  const after = placeAfter(query);
  return listOrPage(query, {
    read(limit) {
      const rows = ctx.db
        .select()
        .from(zones)
        .where(and(zonesSeenBy(ctx.actor), after === undefined ? undefined : gt(zones.name, after)))
        .orderBy(asc(zones.name));
      return limit === undefined ? rows : rows.limit(limit);
    },
    placeOf: ({ name }) => name,
    present: presentZone,
  });
}

export async function getZone(
  ctx: WorkspaceCtx & Pick<DnsModulePorts, "zoneHosting">,
  name: string,
): Promise<ZoneDetails> {
  requireRight(ctx.actor, "zones:read");
  return presentZoneDetails(ctx.db, ctx, await getOwnZone(ctx, name));
}
