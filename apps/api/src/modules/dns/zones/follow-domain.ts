import type { Transaction } from "@zonepost/db";
import type { ZoneEndReason } from "@zonepost/schema";
import type { Ctx } from "../../../kernel/ctx.ts";
import { type DomainOfZones, type DomainZones, findHolders, type NameHolder } from "../../domains/index.ts";
import type { ZoneRow } from "../model/records.ts";
import type { DnsModulePorts } from "../ports.ts";
import { checkPeriodMs, delegationStateOf } from "./delegation-policy.ts";
import { endZone, holdZone } from "./end-zone.ts";
import { lockZonesWithin } from "./find-overlaps.ts";
import { lockName } from "./lock-name.ts";
import { parentNames } from "./parent-names.ts";
import { recordDelegation } from "./record-delegation.ts";

/** Zones follow the domains that they lie in: who has an active domain has the names at and below it. */
export const createDomainZones = ({ zoneHosting }: Pick<DnsModulePorts, "zoneHosting">): DomainZones => {
  const ownHosts = zoneHosting?.publicServers.servers.map(({ host }) => host) ?? [];
  return {
    async lockZones(tx, domainName) {
      await lockName(tx, domainName);
      return (await lockZonesWithin(tx, domainName)).length > 0;
    },
    whenDomainLeaves: (tx, ctx, { how, ...domain }) =>
      followHolders(tx, ctx, domain, how === "deleted" ? "domain_deleted" : "domain_transferred_out"),
    async whenDomainReturns(tx, ctx, domain) {
      await followHolders(tx, ctx, domain, "held_by_another");
      await followNameservers(tx, domain, ownHosts);
    },
    whenNameserversChange: (tx, _ctx, domain) => followNameservers(tx, domain, ownHosts),
  };
};

/** `leftBecause` is why a zone ends that no active domain holds any more. */
async function followHolders(
  tx: Transaction,
  ctx: Ctx,
  { workspaceId, name, actor, changedAt: now }: DomainOfZones,
  leftBecause: ZoneEndReason,
): Promise<void> {
  const within = await lockZonesWithin(tx, name);
  const holders = await findActiveHolders(tx, within);
  for (const zone of within) {
    const holder = nearestHolder(holders, zone.name);
    // Another workspace learns nothing of the one whose domain has changed.
    const cause = { actor: zone.workspaceId === workspaceId ? actor : null, now };
    if (holder?.workspaceId === zone.workspaceId) {
      if (zone.endsAt === null || zone.endsAt > now) {
        await holdZone(tx, ctx, zone, cause);
      }
    } else if (zone.endsAt === null && (holder || zone.basis === "held")) {
      const reason = zone.workspaceId === workspaceId ? leftBecause : "held_by_another";
      await endZone(tx, ctx, zone, { ...cause, reason });
    }
  }
}

async function findActiveHolders(tx: Transaction, within: readonly ZoneRow[]): Promise<NameHolder[]> {
  const names = within.flatMap(({ name }) => [name, ...parentNames(name)]);
  const holders = names.length === 0 ? [] : await findHolders(tx, [...new Set(names)]);
  return holders.filter(({ isActive }) => isActive);
}

const nearestHolder = (holders: readonly NameHolder[], name: string): NameHolder | undefined =>
  holders
    .filter((holder) => name === holder.name || name.endsWith(`.${holder.name}`))
    .sort((one, other) => other.name.length - one.name.length)[0];

/** The registry's nameservers are the delegation of the zone at the domain itself. */
async function followNameservers(
  tx: Transaction,
  { workspaceId, name, nameservers, changedAt: now }: DomainOfZones,
  ownHosts: readonly string[],
): Promise<void> {
  const within = await lockZonesWithin(tx, name);
  const zone = within.find((row) => row.name === name && row.workspaceId === workspaceId && !row.endsAt);
  if (zone) {
    const servers = nameservers.map((host) => host.toLowerCase()).sort();
    const state = delegationStateOf(servers, ownHosts);
    // Whether our nameservers answer for it is for the sweep to find out.
    const nextCheckAt = state === "elsewhere" ? new Date(now.getTime() + checkPeriodMs) : now;
    await recordDelegation(tx, zone, { state, servers }, { now, nextCheckAt });
  }
}
