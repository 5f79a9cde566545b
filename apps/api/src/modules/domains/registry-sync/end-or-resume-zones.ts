import type { StoredActor, Transaction } from "@zonepost/db";
import type { Ctx } from "../../../kernel/ctx.ts";
import type { DomainRow } from "../model/domain-row.ts";
import type { LinkedModulePorts } from "../ports.ts";
import { isSameSet } from "../rules/delegation.ts";
import { holdingChange } from "../rules/holding.ts";
import type { RowChange } from "./decisions/decision.ts";

type ZonesCtx = Ctx & LinkedModulePorts;

/**
 * Before the transaction emits anything: a change of a zone locks the zone first and then the order of events.
 * @returns whether there are zones that have to follow the change
 */
export async function lockZonesOf(
  tx: Transaction,
  { domainZones }: ZonesCtx,
  row: DomainRow,
  change: RowChange,
): Promise<boolean> {
  const after = { ...row, ...change };
  const isOfConcern =
    holdingChange(row.status, after.status) !== undefined || !isSameSet(row.nameservers, after.nameservers);
  return isOfConcern && (await domainZones.lockZones(tx, row.name));
}

/** Zones follow their domain in the same transaction, so there is no moment at which a former holder could change them. */
export async function endOrResumeZones(
  tx: Transaction,
  ctx: ZonesCtx,
  { before, after, actor, now }: { before: DomainRow; after: DomainRow; actor: StoredActor; now: Date },
): Promise<void> {
  const { workspaceId, name, nameservers, status } = after;
  const domain = { workspaceId, name, nameservers, actor, changedAt: now };
  const change = holdingChange(before.status, status);
  if (change === "leaves") {
    const how = status === "transferred_out" ? "transferred_out" : "deleted";
    await ctx.domainZones.whenDomainLeaves(tx, ctx, { ...domain, how });
  } else if (change === "returns") {
    await ctx.domainZones.whenDomainReturns(tx, ctx, domain);
  } else if (!isSameSet(before.nameservers, nameservers)) {
    await ctx.domainZones.whenNameserversChange(tx, ctx, domain);
  }
}
