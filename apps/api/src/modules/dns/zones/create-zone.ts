import { type Transaction, zones } from "@zonepost/db";
import type { ZoneBasis, ZoneCreationPreview, ZoneDetails, ZoneInput } from "@zonepost/schema";
import { defaultTtlSeconds } from "@zonepost/schema";
import { getPublicSuffix } from "tldts";
import { storedActor } from "../../../kernel/actor.ts";
import { audit } from "../../../kernel/audit.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { requireRight } from "../../../kernel/rights.ts";
import { emit } from "../../webhooks/index.ts";
import { hostingUnavailable, zoneProofRequired } from "../errors.ts";
import { lockOwnZone, seesZone } from "../model/get-own-zone.ts";
import type { ZoneRecords } from "../model/record-set.ts";
import type { ZoneRow } from "../model/records.ts";
import { firstSerial, nextSerial } from "../model/serial.ts";
import type { DnsModulePorts, ProofResult, ZoneHosting } from "../ports.ts";
import { requestPublication } from "../publication/request-publication.ts";
import { type Planned, planEdits } from "../records/carry-out.ts";
import { readZoneFile } from "../records/read-zone-file.ts";
import { recordVersion, writeRecordSets } from "../records/write-version.ts";
import { isZoneAllowed, spendAllowance } from "./allow-zone.ts";
import { challengeOf } from "./challenge.ts";
import { checkPeriodMs, delegationStateOf } from "./delegation-policy.ts";
import { auditZone } from "./end-zone.ts";
import { eraseZone } from "./erase-zone.ts";
import { lockName } from "./lock-name.ts";
import { presentZoneDetails } from "./present-zone.ts";
import { findHolderAbove, requireFreeName } from "./require-free-name.ts";

export type ZoneCtx = WorkspaceCtx & DnsModulePorts;

export async function createZone(ctx: ZoneCtx, input: ZoneInput): Promise<ZoneDetails> {
  const { hosting, proof, planned } = await prepare(ctx, input);
  const now = await ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const { basis, replaced, nameservers } = await claimName(tx, ctx, input.name, proof, now);
    for (const zone of replaced) {
      await replaceZone(tx, ctx, zone, now);
    }
    if (basis === "operator") {
      await spendAllowance(tx, { workspaceId: ctx.actor.workspaceId, name: input.name });
    }
    const serial = serialAfter(
      replaced.find(({ name }) => name === input.name),
      ctx.clock.wallNow(),
    );
    await insertZone(tx, ctx, { name: input.name, basis, nameservers, serial, planned, now });
    await ctx.zoneListener.whenZoneCreated(tx, ctx, { workspaceId: ctx.actor.workspaceId, name: input.name });
    return presentZoneDetails(tx, { zoneHosting: hosting }, await lockOwnZone(tx, ctx, input.name));
  });
}

/** What would be created. The name is claimed only for the moment. */
export async function previewZone(ctx: ZoneCtx, input: ZoneInput): Promise<ZoneCreationPreview> {
  const { hosting, proof, planned, skipped } = await prepare(ctx, input);
  const now = await ctx.clock.now();
  const { basis } = await ctx.db.transaction((tx) => claimName(tx, ctx, input.name, proof, now));
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
  const holder = await findHolderAbove(ctx.db, name);
  // A suffix under which anyone can register belongs to no one, unless the workspace holds that very domain.
  if (getPublicSuffix(name, { allowPrivateDomains: true }) === name && holder?.name !== name) {
    throw invalid([{ pointer: "/name", message: "This is a suffix under which names are registered." }]);
  }
  const file =
    zoneFile === undefined ? { edits: [], skipped: [], warnings: [] } : readZoneFile(zoneFile, name);
  const plan = planEdits({ name }, startingRecords(hosting), file.edits, { fallbackPointer: "/zoneFile" });
  const planned = { ...plan, diff: withStart(plan), warnings: [...file.warnings, ...plan.warnings] };
  const isOthers = holder !== undefined && holder.workspaceId !== actor.workspaceId;
  // Before the transaction: nameservers of strangers are asked.
  const proof = isOthers || holder?.isActive ? null : await readProof(ctx, name);
  return { hosting, planned, skipped: file.skipped, proof };
}

/** Null if no proof is needed, since the operator has decided. */
async function readProof(ctx: ZoneCtx, name: string): Promise<ProofResult | null> {
  const { workspaceId } = ctx.actor;
  // A refusal must not depend on the nameservers of a name that someone else has.
  await requireFreeName(ctx.db, { workspaceId, name });
  if (await isZoneAllowed(ctx.db, { workspaceId, name }, await ctx.clock.now())) {
    return null;
  }
  const { name: recordName, value } = challengeOf(workspaceId, name);
  return ctx.zoneProof.readProof({ workspaceId, name, recordName, value });
}

/** Under the lock of the name. Zones that have ended give way, also those below the name. */
async function claimName(
  tx: Transaction,
  ctx: ZoneCtx,
  name: string,
  proof: ProofResult | null,
  now: Date,
): Promise<Claim> {
  const { workspaceId } = ctx.actor;
  await lockName(tx, name);
  const { holder, overlaps } = await requireFreeName(tx, { workspaceId, name });
  const isBelow = (zone: ZoneRow) => zone.name === name || zone.name.endsWith(`.${name}`);
  const replaced = overlaps.filter((zone) => zone.endsAt !== null && isBelow(zone));
  if (holder?.isActive) {
    return { basis: "held", replaced, nameservers: holder.name === name ? holder.nameservers : null };
  }
  if (proof === "proved") {
    return { basis: "proved", replaced, nameservers: null };
  }
  if (await isZoneAllowed(tx, { workspaceId, name }, now)) {
    return { basis: "operator", replaced, nameservers: null };
  }
  // No nameserver was asked if the domain has left since, or the operator's permission is used up.
  throw zoneProofRequired(challengeOf(workspaceId, name), proof ?? "missing");
}

type Claim = {
  basis: ZoneBasis;
  replaced: ZoneRow[];
  /** Those of the domain with the zone's name, as its registry has them; null without such a domain. */
  nameservers: string[] | null;
};

async function replaceZone(tx: Transaction, ctx: ZoneCtx, zone: ZoneRow, now: Date): Promise<void> {
  await eraseZone(tx, ctx, zone, { deletedAt: now });
  const actor = zone.workspaceId === ctx.actor.workspaceId ? storedActor(ctx.actor) : null;
  const details = { reason: zone.endReason };
  await auditZone(tx, ctx, zone, { actor, now, action: "zone.withdrawn", details });
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
    nameservers,
    serial,
    planned: { diff },
    now,
  }: { name: string; serial: number; planned: Planned; now: Date } & Omit<Claim, "replaced">,
): Promise<void> {
  const { workspaceId } = ctx.actor;
  const hosts = ctx.zoneHosting?.publicServers.servers.map(({ host }) => host) ?? [];
  const [zone] = await tx
    .insert(zones)
    .values({
      workspaceId,
      id: newId(),
      name,
      basis,
      serial,
      recordSetCount: diff.length,
      ...(nameservers ? delegationAtFirst(nameservers, hosts, now) : { nextDelegationCheckAt: now }),
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!zone) {
    throw new Error("the insert of a zone gave no row");
  }
  await writeRecordSets(tx, zone, diff, now);
  await recordVersion(tx, ctx, zone, diff, {}, now);
  await emit(tx, {
    workspaceId,
    type: "zone.created",
    data: { name, version: 1, nameservers: hosts },
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
}

function delegationAtFirst(nameservers: readonly string[], ownHosts: readonly string[], now: Date) {
  const delegatedTo = nameservers.map((host) => host.toLowerCase()).sort();
  return {
    delegation: delegationStateOf(delegatedTo, ownHosts),
    delegatedTo,
    delegationCheckedAt: now,
    nextDelegationCheckAt: new Date(now.getTime() + checkPeriodMs),
  };
}
