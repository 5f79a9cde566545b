import { setTimeout as delay } from "node:timers/promises";
import { type StoredServerAnswer, zonePublications, zones, zoneVersions } from "@zonepost/db";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../../kernel/ctx.ts";
import { limitParallel } from "../../../kernel/limits/limit-parallel.ts";
import { emit } from "../../webhooks/index.ts";
import { isLaterSerial } from "../model/serial.ts";
import type { ServedSerial, ZoneHosting } from "../ports.ts";
import { claimUnconfirmedZones, type DueZone } from "./claim-due-zones.ts";
import { followedForMs, isPublicationOf, retryDelayMs } from "./project-zone.ts";

type ConfirmationCtx = Ctx & { zoneHosting: ZoneHosting };
type Zone = Pick<DueZone, "workspaceId" | "zoneId" | "name">;

const parallel = 16;
const zonesPerClaim = 32;
/** After a change: secondaries usually follow within a tenth of a second. Later tries come from the sweep. */
const firstDelaysMs = [15, 35, 75, 150, 300, 600, 1_200, 2_400];
/** Of a zone that all nameservers have: whether they still do. */
const recheckMs = 6 * 3_600_000;

/** Asks the public nameservers for the zones of one run of the worker, next to its conversation with the primary. */
export function createConfirmations(ctx: ConfirmationCtx, signal: AbortSignal) {
  const inTurn = limitParallel(parallel);
  const running = new Set<Promise<void>>();
  const follow = async (zone: Zone) => {
    for (const delayMs of firstDelaysMs) {
      const confirm = () => confirmZone(ctx, zone, { signal, isFollowed: true });
      if (signal.aborted || (await inTurn(confirm)) !== "behind") {
        return;
      }
      await delay(delayMs, undefined, { signal }).catch(() => {});
    }
  };
  const add = (zone: Zone) => {
    const task = follow(zone)
      .catch((error: unknown) => ctx.log.error({ err: error, zone: zone.name }, "a zone was not confirmed"))
      .finally(() => running.delete(task));
    running.add(task);
  };
  return {
    add,
    /** Those that are due although no one follows them: of an earlier run, or to look again. */
    async confirmDue(): Promise<void> {
      for (let isMore = true; isMore && !signal.aborted; ) {
        const due = await claimUnconfirmedZones(ctx, { limit: zonesPerClaim });
        await Promise.all(due.map((zone) => inTurn(() => confirmZone(ctx, zone, { signal }))));
        isMore = due.length > 0;
      }
    },
    async settled(): Promise<void> {
      await Promise.all(running);
    },
    areRunning: () => running.size > 0,
  };
}

/** `behind`: not all nameservers have the version that the primary has. */
export async function confirmZone(
  ctx: ConfirmationCtx,
  zone: Zone,
  { signal, isFollowed = false }: { signal?: AbortSignal; isFollowed?: boolean } = {},
): Promise<"in_step" | "behind" | "gone"> {
  const { servers } = ctx.zoneHosting.publicServers;
  const answers = await Promise.all(
    servers.map(async ({ host, ...server }) => ({
      host,
      answer: await ctx.zoneHosting.publicServers.readSerial({ host, ...server }, zone.name, signal),
    })),
  );
  const now = await ctx.clock.now();
  const wallNow = ctx.clock.wallNow();
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(zonePublications).where(isPublicationOf(zone)).for("update");
    if (!row || row.primaryVersion === null || row.primarySerial === null) {
      return "gone";
    }
    const versions = await tx
      .select({ version: zoneVersions.version, serial: zoneVersions.serial })
      .from(zoneVersions)
      .where(and(eq(zoneVersions.workspaceId, zone.workspaceId), eq(zoneVersions.zoneId, zone.zoneId)))
      .orderBy(desc(zoneVersions.version))
      .limit(50);
    const primary = { version: row.primaryVersion, serial: row.primarySerial };
    const before = new Map(row.servers.map((server) => [server.host, server]));
    const stored = answers.map(({ host, answer }) =>
      storedAnswer(host, answer, { primary, versions, before: before.get(host), wallNow }),
    );
    const isInStep = stored.length > 0 && stored.every(({ version }) => version === primary.version);
    const waitMs = isInStep ? recheckMs : isFollowed ? followedForMs : retryDelayMs(row.tries);
    const isNews = isInStep && row.publishedVersion !== primary.version;
    await tx
      .update(zonePublications)
      .set({
        servers: stored,
        tries: isInStep ? 0 : sql`${zonePublications.tries} + ${isFollowed ? 0 : 1}`,
        ...(isInStep ? { publishedVersion: primary.version } : {}),
        // A newer version is due already.
        dueAt: sql`case when exists (select from ${zones} z where z.workspace_id = ${zone.workspaceId}
            and z.id = ${zone.zoneId} and z.version = ${primary.version})
          then ${new Date(wallNow.getTime() + waitMs).toISOString()}::timestamptz
          else ${zonePublications.dueAt} end`,
      })
      .where(isPublicationOf(zone));
    if (isNews) {
      await emit(tx, {
        workspaceId: zone.workspaceId,
        type: "zone.published",
        data: {
          name: zone.name,
          version: primary.version,
          servers: stored.map(({ host, serial }) => ({ host, serial: serial ?? primary.serial })),
        },
        createdAt: now,
      });
    }
    return isInStep ? "in_step" : "behind";
  });
}

type Known = {
  primary: { version: number; serial: number };
  versions: readonly { version: number; serial: number }[];
  before: StoredServerAnswer | undefined;
  wallNow: Date;
};

function storedAnswer(
  host: string,
  answer: ServedSerial,
  { primary, versions, before, wallNow }: Known,
): StoredServerAnswer {
  const checkedAt = wallNow.toISOString();
  if (answer.kind !== "answered") {
    const problem = answer.kind === "away" ? "away" : "not_served";
    return { host, serial: null, version: null, inStepAt: null, checkedAt, problem };
  }
  const version = versionOf(answer.serial, primary, versions);
  const isInStep = version === primary.version;
  const inStepAt = before?.version === version ? (before?.inStepAt ?? null) : null;
  return {
    host,
    serial: answer.serial,
    version,
    inStepAt: isInStep ? (inStepAt ?? checkedAt) : null,
    checkedAt,
    problem: null,
  };
}

/** Signing it again raises the serial: it is that of the last version at or before it. */
function versionOf(serial: number, primary: Known["primary"], versions: Known["versions"]): number | null {
  if (!isLaterSerial(primary.serial, serial)) {
    return primary.version;
  }
  const found = versions.find((row) => row.version < primary.version && !isLaterSerial(row.serial, serial));
  return found?.version ?? null;
}
