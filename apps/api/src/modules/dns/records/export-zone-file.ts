import { printZoneFile } from "@zonepost/zone-file";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { hostingUnavailable } from "../errors.ts";
import { getOwnZone } from "../model/get-own-zone.ts";
import { readZoneRecords } from "../model/records.ts";
import { soaOf, soaRecordSet } from "../model/soa.ts";
import type { DnsModulePorts } from "../ports.ts";

/** As the nameservers have it, without signatures; comments and tags as comments. */
export async function exportZoneFile(
  ctx: WorkspaceCtx & Pick<DnsModulePorts, "zoneHosting">,
  name: string,
): Promise<AsyncIterable<string>> {
  requireRight(ctx.actor, "zones:read");
  const zone = await getOwnZone(ctx, name);
  if (!ctx.zoneHosting) {
    throw hostingUnavailable();
  }
  const records = await readZoneRecords(ctx.db, zone);
  const soa = soaRecordSet(soaOf(ctx.zoneHosting), zone.serial);
  return inOnePart(printZoneFile([soa, ...records.values()], { origin: zone.name }));
}

async function* inOnePart(text: string): AsyncGenerator<string, void> {
  yield text;
}
