import { type Transaction, zones } from "@zonepost/db";
import type { ZoneDelegationState } from "@zonepost/schema";
import { and, eq } from "drizzle-orm";
import { emit } from "../../webhooks/index.ts";
import type { ZoneRow } from "../model/records.ts";

export type FoundDelegation = { state: ZoneDelegationState; servers: string[] };

/** The caller has locked the zone's row. Returns since when the delegation is elsewhere, if it is. */
export async function recordDelegation(
  tx: Transaction,
  zone: ZoneRow,
  { state, servers }: FoundDelegation,
  times: { now: Date; nextCheckAt: Date },
): Promise<Date | null> {
  const elsewhereSince = state === "elsewhere" ? (zone.elsewhereSince ?? times.now) : null;
  await tx
    .update(zones)
    .set({
      delegation: state,
      delegatedTo: servers,
      delegationCheckedAt: times.now,
      nextDelegationCheckAt: times.nextCheckAt,
      elsewhereSince,
    })
    .where(and(eq(zones.workspaceId, zone.workspaceId), eq(zones.id, zone.id)));
  if (zone.delegation !== state || zone.delegatedTo.join(" ") !== servers.join(" ")) {
    await emit(tx, {
      workspaceId: zone.workspaceId,
      type: "zone.delegation_changed",
      data: { name: zone.name, delegation: state, servers },
      createdAt: times.now,
    });
  }
  return elsewhereSince;
}
