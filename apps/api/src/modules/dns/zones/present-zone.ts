import { domainToUnicode } from "node:url";
import { zonePublications } from "@zonepost/db";
import type { Zone, ZoneDetails } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import type { Queryable } from "../../../kernel/ctx.ts";
import type { ZoneRow } from "../model/records.ts";
import type { DnsModulePorts } from "../ports.ts";
import { presentPublication } from "../publication/present-publication.ts";

export const presentZone = (row: ZoneRow): Zone => ({
  name: row.name,
  unicodeName: domainToUnicode(row.name) || row.name,
  version: row.version,
  serial: row.serial,
  recordCount: row.recordSetCount,
  signed: row.isSigned,
  delegation: {
    state: row.delegation,
    servers: row.delegatedTo,
    checkedAt: row.delegationCheckedAt?.toISOString() ?? null,
  },
  state: row.endsAt ? "ending" : "active",
  updatedAt: row.updatedAt.toISOString(),
});

export async function presentZoneDetails(
  db: Queryable,
  { zoneHosting }: Pick<DnsModulePorts, "zoneHosting">,
  row: ZoneRow,
): Promise<ZoneDetails> {
  const [publication] = await db
    .select()
    .from(zonePublications)
    .where(and(eq(zonePublications.workspaceId, row.workspaceId), eq(zonePublications.zoneId, row.id)));
  return {
    ...presentZone(row),
    createdAt: row.createdAt.toISOString(),
    basis: row.basis,
    nameservers: zoneHosting?.publicServers.servers.map(({ host }) => host) ?? [],
    ends: row.endsAt && row.endReason ? { reason: row.endReason, endsAt: row.endsAt.toISOString() } : null,
    dnssec: {
      state: "unsigned",
      explanation: "The zone isn't signed. Resolvers accept its answers without checking them.",
    },
    publication: presentPublication(zoneHosting, row.version, publication),
  };
}
