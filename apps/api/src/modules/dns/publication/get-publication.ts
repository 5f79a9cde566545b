import { zonePublications } from "@zonepost/db";
import type { ZonePublication } from "@zonepost/schema";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { getOwnZone } from "../model/get-own-zone.ts";
import type { DnsModulePorts } from "../ports.ts";
import { confirmZone } from "./confirm-zone.ts";
import { presentPublication } from "./present-publication.ts";
import { isPublicationOf } from "./project-zone.ts";

/** Older answers are asked for again, so that what is shown is what the nameservers have now. */
const recentMs = 10_000;

export async function getPublication(
  ctx: WorkspaceCtx & Pick<DnsModulePorts, "zoneHosting">,
  name: string,
): Promise<ZonePublication> {
  requireRight(ctx.actor, "zones:read");
  const zone = await getOwnZone(ctx, name);
  const asked = { workspaceId: zone.workspaceId, zoneId: zone.id, name: zone.name };
  let row = await readRow(ctx, asked);
  const { zoneHosting } = ctx;
  if (zoneHosting && row && isOld(row.servers, ctx.clock.wallNow())) {
    await confirmZone({ ...ctx, zoneHosting }, asked);
    row = await readRow(ctx, asked);
  }
  return presentPublication(zoneHosting, zone.version, row);
}

async function readRow({ db }: WorkspaceCtx, zone: { workspaceId: string; zoneId: string }) {
  const [row] = await db.select().from(zonePublications).where(isPublicationOf(zone));
  return row;
}

const isOld = (servers: readonly { checkedAt: string }[], now: Date): boolean =>
  servers.length === 0 ||
  servers.some(({ checkedAt }) => now.getTime() - new Date(checkedAt).getTime() > recentMs);
