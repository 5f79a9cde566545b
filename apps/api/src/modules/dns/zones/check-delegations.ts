import { zones } from "@zonepost/db";
import { and, eq, isNull, lte } from "drizzle-orm";
import { storedActor } from "../../../kernel/actor.ts";
import type { Ctx } from "../../../kernel/ctx.ts";
import { forEachDueRow } from "../../../kernel/due-work/due-rows.ts";
import type { DueRows } from "../../../kernel/due-work/due-work.ts";
import { findHolders } from "../../domains/index.ts";
import type { ZoneRow } from "../model/records.ts";
import type { Delegation, DnsModulePorts, ZoneHosting } from "../ports.ts";
import {
  checkPeriodMs,
  delegationStateOf,
  elsewhereLimitMs,
  isLame,
  recheckDelayMs,
  serversOf,
} from "./delegation-policy.ts";
import { endZone } from "./end-zone.ts";
import { lockName } from "./lock-name.ts";
import { type FoundDelegation, recordDelegation } from "./record-delegation.ts";

export type DelegationsCtx = Ctx & Pick<DnsModulePorts, "zoneHosting" | "zoneDelegations">;
type HostingCtx = DelegationsCtx & { zoneHosting: ZoneHosting };

const dueChecks: DueRows = {
  table: zones,
  id: zones.id,
  workspaceId: zones.workspaceId,
  dueAt: zones.nextDelegationCheckAt,
};

const parallelChecks = 4;

/** Finds out daily where each zone's name is delegated to. */
export async function checkDelegations(ctx: DelegationsCtx, signal: AbortSignal): Promise<void> {
  const { zoneHosting } = ctx;
  if (!zoneHosting) {
    return;
  }
  await forEachDueRow(
    ctx,
    dueChecks,
    signal,
    async (id, now) => {
      // Moved on first: another worker leaves it alone, and a check without a result is repeated soon.
      const [zone] = await ctx.db
        .update(zones)
        .set({ nextDelegationCheckAt: new Date(now.getTime() + recheckDelayMs) })
        .where(and(eq(zones.id, id), lte(zones.nextDelegationCheckAt, now)))
        .returning();
      if (zone) {
        await checkDelegation({ ...ctx, zoneHosting }, zone, signal).catch((error: unknown) => {
          ctx.log.warn({ err: error, zone: zone.name }, "the delegation of a zone wasn't checked");
        });
      }
      return true;
    },
    { parallel: parallelChecks },
  );
}

async function checkDelegation(ctx: HostingCtx, zone: ZoneRow, signal: AbortSignal): Promise<void> {
  const delegation = await findDelegation(ctx, zone, signal);
  if (delegation.kind === "unknown") {
    return;
  }
  const found = await stateOf(ctx, zone, serversOf(delegation), signal);
  const now = await ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockName(tx, zone.name);
    const [present] = await tx
      .select()
      .from(zones)
      .where(and(eq(zones.workspaceId, zone.workspaceId), eq(zones.id, zone.id), isNull(zones.endsAt)))
      .for("update");
    // A change of the domain's nameservers has been recorded meanwhile, and is newer.
    if (!present || present.delegationCheckedAt?.getTime() !== zone.delegationCheckedAt?.getTime()) {
      return;
    }
    const isPassing = found.state === "lame";
    const nextCheckAt = new Date(now.getTime() + (isPassing ? recheckDelayMs : checkPeriodMs));
    const elsewhereSince = await recordDelegation(tx, present, found, { now, nextCheckAt });
    const isOver = elsewhereSince && now.getTime() - elsewhereSince.getTime() >= elsewhereLimitMs;
    if (isOver && present.basis !== "held") {
      const actor = storedActor(ctx.actor);
      await endZone(tx, ctx, present, { reason: "delegated_elsewhere", actor, now });
    }
  });
}

/** Of the domain itself, the registry's data is the delegation: it is newer than any answer. */
async function findDelegation(
  { db, zoneDelegations }: HostingCtx,
  { workspaceId, name }: ZoneRow,
  signal: AbortSignal,
): Promise<Delegation> {
  const [holder] = await findHolders(db, [name]);
  if (holder?.isActive && holder.workspaceId === workspaceId) {
    const { nameservers: servers } = holder;
    return servers.length > 0 ? { kind: "delegated", servers } : { kind: "not_delegated" };
  }
  return zoneDelegations.readDelegation({ workspaceId, name }, signal);
}

async function stateOf(
  { zoneHosting: { publicServers } }: HostingCtx,
  { name }: ZoneRow,
  servers: string[],
  signal: AbortSignal,
): Promise<FoundDelegation> {
  const state = delegationStateOf(
    servers,
    publicServers.servers.map(({ host }) => host),
  );
  if (state === "elsewhere") {
    return { state, servers };
  }
  const delegated = publicServers.servers.filter(({ host }) => servers.includes(host));
  const answers = await Promise.all(
    delegated.map((server) => publicServers.readSerial(server, name, signal)),
  );
  return { state: isLame(answers) ? "lame" : state, servers };
}
