import { type Transaction, zones } from "@zonepost/db";
import type { ZoneBasis, ZoneCreationPreview, ZoneDetails, ZoneInput } from "@zonepost/schema";
import { defaultTtlSeconds } from "@zonepost/schema";
import { getPublicSuffix } from "tldts";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { findHolders, type NameHolder } from "../../domains/index.ts";
import { emit } from "../../webhooks/index.ts";
import { hostingUnavailable, zoneExists, zoneProofRequired } from "../errors.ts";
import { seesZone } from "../model/get-own-zone.ts";
import type { ZoneRecords } from "../model/record-set.ts";
import type { ZoneRow } from "../model/records.ts";
import { firstSerial, nextSerial } from "../model/serial.ts";
import type { DnsModulePorts, ProofResult, ZoneHosting } from "../ports.ts";
import { requestPublication } from "../publication/request-publication.ts";
import { type Planned, planEdits } from "../records/carry-out.ts";
import { readZoneFile } from "../records/read-zone-file.ts";
import { recordVersion, writeRecordSets } from "../records/write-version.ts";
import { challengeOf } from "./challenge.ts";
import { eraseZone } from "./erase-zone.ts";
import { findOverlaps } from "./find-overlaps.ts";
import { lockName } from "./lock-name.ts";
import { parentNames } from "./parent-names.ts";
import { presentZoneDetails } from "./present-zone.ts";

export type ZoneCtx = WorkspaceCtx & DnsModulePorts;

export async function createZone(ctx: ZoneCtx, input: ZoneInput): Promise<ZoneDetails> {
  const { hosting, proof, planned } = await prepare(ctx, input);
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const { basis, replaced } = await claimName(tx, ctx, input.name, proof);
    for (const zone of replaced) {
      await eraseZone(tx, ctx, zone);
    }
    const serial = serialAfter(
      replaced.find(({ name }) => name === input.name),
      ctx.clock.wallNow(),
    );
    const zone = await insertZone(tx, ctx, { name: input.name, basis, serial, planned, now });
    return presentZoneDetails(tx, { zoneHosting: hosting }, zone);
  });
}

/** What would be created. The name is claimed only for the moment. */
export async function previewZone(ctx: ZoneCtx, input: ZoneInput): Promise<ZoneCreationPreview> {
  const { hosting, proof, planned, skipped } = await prepare(ctx, input);
  const { basis } = await ctx.db.transaction((tx) => claimName(tx, ctx, input.name, proof));
  return {
    dryRun: true,
    name: input.name,
    basis,
    nameservers: hosting.publicServers.servers.map(({ host }) => host),
    diff: planned.diff.map(({ name, type, after }) => ({
      name,
      type,
      before: null,
      after: after && { ...after, ttl: after.ttlSeconds },
    })),
    warnings: planned.warnings,
    skipped,
  };
}

async function prepare(ctx: ZoneCtx, { name, zoneFile }: ZoneInput) {
  requireRight(ctx.actor, "zones:write");
  if (!seesZone(ctx.actor, name)) {
    throw notFound();
  }
  const { zoneHosting: hosting } = ctx;
  if (!hosting) {
    throw hostingUnavailable();
  }
  const { actor } = ctx;
  const holder = await findHolderAbove(ctx, name);
  // A suffix under which anyone can register belongs to no one, unless the workspace holds that very domain.
  if (getPublicSuffix(name, { allowPrivateDomains: true }) === name && holder?.name !== name) {
    throw invalid([{ pointer: "/name", message: "This is a suffix under which names are registered." }]);
  }
  const file =
    zoneFile === undefined ? { edits: [], skipped: [], warnings: [] } : readZoneFile(zoneFile, name);
  const plan = planEdits({ name }, startingRecords(hosting), file.edits, { fallbackPointer: "/zoneFile" });
  const planned = { ...plan, diff: withStart(plan), warnings: [...file.warnings, ...plan.warnings] };
  const isOwn = holder?.workspaceId === actor.workspaceId;
  // Before the transaction: nameservers of strangers are asked.
  const proof = isOwn || holder ? null : await readProof(ctx, name);
  return { hosting, planned, skipped: file.skipped, proof };
}

/** The domain at the name, or the nearest above it, in any workspace. */
async function findHolderAbove({ db }: Pick<ZoneCtx, "db">, name: string): Promise<NameHolder | undefined> {
  const names = [name, ...parentNames(name)];
  const holders = await findHolders(db, names);
  return holders.sort((one, other) => other.name.length - one.name.length)[0];
}

async function readProof(ctx: ZoneCtx, name: string): Promise<ProofResult> {
  // A refusal must not depend on the nameservers of a name that someone else has.
  const overlaps = await findOverlaps(ctx.db, name);
  if (overlaps.some((zone) => zone.workspaceId !== ctx.actor.workspaceId && !zone.endsAt)) {
    throw zoneExists();
  }
  const { name: recordName, value } = challengeOf(ctx.actor.workspaceId, name);
  return ctx.zoneProof.readProof({ workspaceId: ctx.actor.workspaceId, name, recordName, value });
}

/** Under the lock of the name. Zones that have ended give way, also those below the name. */
async function claimName(
  tx: Transaction,
  ctx: ZoneCtx,
  name: string,
  proof: ProofResult | null,
): Promise<{ basis: ZoneBasis; replaced: ZoneRow[] }> {
  const { workspaceId } = ctx.actor;
  await lockName(tx, name);
  const holder = await findHolderAbove({ db: tx as never }, name);
  if (holder && holder.workspaceId !== workspaceId) {
    throw zoneExists();
  }
  const overlaps = await findOverlaps(tx, name);
  const isInTheWay = (zone: ZoneRow) =>
    zone.endsAt === null && (zone.workspaceId !== workspaceId || zone.name === name);
  if (overlaps.some(isInTheWay)) {
    throw zoneExists();
  }
  if (!holder?.isActive && proof !== "proved") {
    // Of a domain that isn't active yet or anymore, no nameserver was asked.
    throw zoneProofRequired(challengeOf(workspaceId, name), proof ?? "missing");
  }
  const isBelow = (zone: ZoneRow) => zone.name === name || zone.name.endsWith(`.${name}`);
  return {
    basis: holder?.isActive ? "held" : "proved",
    replaced: overlaps.filter((zone) => zone.endsAt !== null && isBelow(zone)),
  };
}

/** The nameservers of the zone itself, which no one else sets. */
function startingRecords({ publicServers }: ZoneHosting): ZoneRecords {
  const values = publicServers.servers.map(({ host }) => `${host}.`);
  const ns = { name: "@", type: "NS", ttlSeconds: defaultTtlSeconds, values, comment: null, tags: [] };
  return new Map([["@ NS", { ...ns, managedBy: "system" }]]);
}

const withStart = ({ current, diff }: Planned): Planned["diff"] => [
  ...[...current.values()].map(({ name, type, ...after }) => ({ name, type, before: null, after })),
  ...diff,
];

/** Later than that of a zone of the same name, which secondaries of strangers may remember. */
function serialAfter(before: ZoneRow | undefined, wallNow: Date): number {
  return before ? Math.max(nextSerial(before.serial), firstSerial(wallNow)) : firstSerial(wallNow);
}

async function insertZone(
  tx: Transaction,
  ctx: ZoneCtx,
  {
    name,
    basis,
    serial,
    planned: { diff },
    now,
  }: { name: string; basis: ZoneBasis; serial: number; planned: Planned; now: Date },
): Promise<ZoneRow> {
  const { workspaceId } = ctx.actor;
  const [zone] = await tx
    .insert(zones)
    .values({
      workspaceId,
      id: newId(),
      name,
      basis,
      serial,
      recordSetCount: diff.length,
      nextDelegationCheckAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!zone) {
    throw new Error("the insert of a zone gave no row");
  }
  await writeRecordSets(tx, zone, diff, now);
  await recordVersion(tx, ctx, zone, diff, {}, now);
  const nameservers = ctx.zoneHosting?.publicServers.servers.map(({ host }) => host) ?? [];
  await emit(tx, {
    workspaceId,
    type: "zone.created",
    data: { name, version: 1, nameservers },
    createdAt: now,
  });
  await audit(tx, ctx, {
    workspaceId,
    action: "zone.created",
    target: name,
    details: { basis, recordSets: diff.length },
    occurredAt: now,
  });
  await requestPublication(tx, ctx, zone, diff.length);
  return zone;
}
