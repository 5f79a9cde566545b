import type { Ctx } from "../../../kernel/ctx.ts";
import { newId } from "../../../kernel/ids.ts";
import { type DnsModulePorts, ZoneServerError, type ZoneServerSession } from "../ports.ts";
import { claimDueWithdrawals, claimDueZones, type DueZone, isProjectionDue } from "./claim-due-zones.ts";
import { createConfirmations } from "./confirm-zone.ts";
import { holdLease, type Lease } from "./hold-lease.ts";
import { postponeZone, projectZone, withdrawName } from "./project-zone.ts";

export type PublicationCtx = Ctx & Pick<DnsModulePorts, "zoneHosting">;

/** Bounds one conversation with the primary, so that another worker gets its turn. */
const changeSetsPerConversation = 200;
const recordSetsPerConversation = 50_000;
/** Of as many workspaces, one zone each: a change waits for at most one zone of each other workspace. */
const zonesPerTurn = 8;

/**
 * Brings what has changed to the primary, and asks the public nameservers for it. Workspaces take turns, so that one with
 * a thousand changed zones delays another by one zone only.
 *
 * @param nextNotice resolves at the next change, which doesn't wait for nameservers that are asked meanwhile
 */
export async function publishZones(
  ctx: PublicationCtx,
  signal: AbortSignal,
  nextNotice: () => Promise<void> = () => new Promise(() => {}),
): Promise<void> {
  const { zoneHosting } = ctx;
  if (!zoneHosting) {
    return;
  }
  const confirmations = createConfirmations({ ...ctx, zoneHosting }, signal);
  try {
    do {
      const notice = nextNotice();
      while (!signal.aborted && (await isProjectionDue(ctx))) {
        const lease = await holdLease(ctx, newId());
        if (!lease || !(await converse({ ...ctx, zoneHosting }, lease, confirmations, signal))) {
          break;
        }
      }
      await confirmations.confirmDue();
      await Promise.race([confirmations.settled(), notice]);
    } while (confirmations.areRunning() && !signal.aborted);
  } finally {
    await confirmations.settled();
  }
}

type HostingCtx = PublicationCtx & { zoneHosting: NonNullable<PublicationCtx["zoneHosting"]> };

/** @returns whether there may be more to do */
async function converse(
  ctx: HostingCtx,
  lease: Lease,
  confirmations: ReturnType<typeof createConfirmations>,
  signal: AbortSignal,
): Promise<boolean> {
  let turn = await claimTurn(ctx);
  if (isEmpty(turn)) {
    await lease.release();
    return false;
  }
  let isCutShort = false;
  try {
    await ctx.zoneHosting.zoneServer.converse(async (session) => {
      let [changeSets, recordSets] = [0, 0];
      while (!isEmpty(turn)) {
        // At the same time: the primary creates new zones of one turn in one step.
        await Promise.all(
          turn.zones.map(async (zone) => {
            await projectOne(ctx, session, zone);
            confirmations.add(zone);
          }),
        );
        for (const withdrawal of turn.withdrawals) {
          await withdrawName(ctx, session, withdrawal);
        }
        changeSets += turn.zones.length + turn.withdrawals.length;
        recordSets += turn.zones.reduce((sum, zone) => sum + zone.pendingRecordSets, 0);
        isCutShort =
          signal.aborted ||
          changeSets >= changeSetsPerConversation ||
          recordSets >= recordSetsPerConversation ||
          !(await lease.renew());
        turn = isCutShort ? { zones: [], withdrawals: [] } : await claimTurn(ctx);
      }
    }, signal);
  } catch (error) {
    if (!(error instanceof ZoneServerError) || signal.aborted) {
      throw error;
    }
    ctx.log.warn({ err: error }, "the primary nameserver can't be reached; trying again");
    await Promise.all(turn.zones.map((zone) => postponeZone(ctx, zone)));
    return false;
  } finally {
    await lease.release();
  }
  return isCutShort;
}

type Turn = { zones: DueZone[]; withdrawals: { workspaceId: string; name: string; tries: number }[] };

async function claimTurn(ctx: PublicationCtx): Promise<Turn> {
  const [zones, withdrawals] = await Promise.all([
    claimDueZones(ctx, { limit: zonesPerTurn }),
    claimDueWithdrawals(ctx, { limit: zonesPerTurn }),
  ]);
  return { zones, withdrawals };
}

const isEmpty = ({ zones, withdrawals }: Turn) => zones.length + withdrawals.length === 0;

/** A zone that the primary refuses doesn't keep the others from it. */
async function projectOne(ctx: HostingCtx, session: ZoneServerSession, zone: DueZone): Promise<void> {
  try {
    await projectZone(ctx, session, zone);
  } catch (error) {
    if (!(error instanceof ZoneServerError) || error.reason === "away") {
      throw error;
    }
    ctx.log.error({ err: error, zone: zone.name }, "the primary nameserver refuses a zone");
    await postponeZone(ctx, zone, { problem: error.message });
  }
}
