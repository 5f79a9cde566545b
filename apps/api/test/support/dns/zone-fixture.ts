import { auditEntries, events, zoneRecordSets, zones, zoneVersions } from "@zonepost/db";
import type { WorkspaceRole } from "@zonepost/schema";
import { and, asc, eq, like } from "drizzle-orm";
import { afterAll, beforeAll } from "vitest";
import type { WorkspaceCtx } from "../../../src/kernel/ctx.ts";
import { dayMs } from "../../../src/kernel/durations.ts";
import { AppError } from "../../../src/kernel/errors.ts";
import { createToProblem } from "../../../src/kernel/http/problem.ts";
import type { DnsModulePorts } from "../../../src/modules/dns/ports.ts";
import { publishZones } from "../../../src/modules/dns/publication/publish-zones.ts";
import { changeRecords } from "../../../src/modules/dns/records/change-records.ts";
import { challengeOf } from "../../../src/modules/dns/zones/challenge.ts";
import { checkDelegations } from "../../../src/modules/dns/zones/check-delegations.ts";
import { createZone, type ZoneCtx } from "../../../src/modules/dns/zones/create-zone.ts";
import { endDueZones } from "../../../src/modules/dns/zones/end-due-zones.ts";
import { fixture, never, zoneServers } from "../domains/domain-fixture.ts";
import { type NameTree, serveNameTree } from "./name-tree.ts";

const { hosting: zoneHosting } = zoneServers;
/** The nameservers of this installation. */
export const ownHosts = zoneHosting.publicServers.servers.map(({ host }) => host);
/** Nameservers of others, with sockets. */
export const otherHosts = ["ns1.elsewhere.net", "ns2.elsewhere.net"];

/** The names of the running test file, where nothing below `com` is delegated yet. */
export let tree: NameTree;

/** Gives a test file a `tree` of its own. */
export function useNameTree(): void {
  beforeAll(async () => {
    tree = await serveNameTree();
    tree.addHost("a.tld.net", 1);
    for (const [at, host] of [...otherHosts, ...ownHosts].entries()) {
      tree.addHost(host, at + 2);
    }
    tree.addZone("com", ["a.tld.net"]);
  });
  afterAll(() => tree?.[Symbol.dispose]());
}

/** As joined in `wire/dns.ts`. */
export function zonePorts(): DnsModulePorts {
  const dns = tree.resolver();
  const ownServers = zoneHosting.publicServers.servers;
  return {
    zoneHosting,
    zoneProof: { readProof: (question, signal) => dns.readProof({ ...question, ownServers }, signal) },
    zoneDelegations: { readDelegation: (question, signal) => dns.readDelegation(question, signal) },
    zoneListener: { whenZoneCreated: async () => {} },
  };
}

export const zoneCtxOf = (ctx: WorkspaceCtx): ZoneCtx => ({ ...ctx, ...zonePorts() });

/** A workspace without domains. */
export async function newcomer(role: WorkspaceRole = "owner") {
  const workspace = await fixture.createWorkspace();
  return { workspace, ctx: zoneCtxOf(workspace.ctx(role)) };
}

/** A workspace with a domain, which the fixture delegates to the installation. */
export async function domainHolder(options: Parameters<typeof fixture.addDomain>[1] = {}) {
  const { workspace, ctx } = await newcomer();
  return { workspace, ctx, name: await fixture.addDomain(workspace.id, options) };
}

/** Delegates the name to others, who have the workspace's token at these of its nameservers. */
export function proveName(workspaceId: string, name: string, at: readonly string[] = otherHosts): void {
  tree.delegate(name, otherHosts);
  addToken(workspaceId, name, at);
}

export function addToken(workspaceId: string, name: string, at: readonly string[] = otherHosts): void {
  const challenge = challengeOf(workspaceId, name);
  for (const host of at) {
    tree.setTexts(host, challenge.name, [...tree.textsOf(host, challenge.name), challenge.value]);
  }
}

/** A proved zone of a workspace of its own. */
export async function provedZone(name: string) {
  const { workspace, ctx } = await newcomer();
  proveName(workspace.id, name);
  await createZone(ctx, { name });
  return { workspace, ctx, name };
}

/** Adds an address, so that the zone has a version and records of its own. */
export const addAddress = (ctx: ZoneCtx, name: string, address = "192.0.2.80") =>
  changeRecords(ctx, {
    zoneName: name,
    changes: [{ action: "set", name: "www", type: "A", values: [address] }],
  });

const aheadBy = <Ctx extends Pick<WorkspaceCtx, "clock">>(ctx: Ctx, days: number): Ctx => ({
  ...ctx,
  clock: { ...ctx.clock, now: async () => new Date((await ctx.clock.now()).getTime() + days * dayMs) },
});

/** The sweep, as if days had passed. */
export const sweepEnds = (daysLater: number) => endDueZones(aheadBy(fixture.systemCtx, daysLater), never);
export const sweepDelegations = (daysLater = 0) =>
  checkDelegations(aheadBy({ ...fixture.systemCtx, ...zonePorts() }, daysLater), never);
export const publish = () => publishZones({ ...fixture.systemCtx, ...zonePorts() }, never);

export const zoneRowsOf = (name: string) => fixture.db.select().from(zones).where(eq(zones.name, name));
export async function zoneRowOf(name: string) {
  const [row, ...more] = await zoneRowsOf(name);
  if (!row || more.length > 0) {
    throw new Error(`${name} has ${more.length + (row ? 1 : 0)} zones`);
  }
  return row;
}

/** Everything that a workspace has of its zones: versions, records and events. */
export const zoneTracesOf = async (workspaceId: string) => ({
  zones: await fixture.db.select().from(zones).where(eq(zones.workspaceId, workspaceId)),
  versions: await fixture.db.select().from(zoneVersions).where(eq(zoneVersions.workspaceId, workspaceId)),
  records: await fixture.db.select().from(zoneRecordSets).where(eq(zoneRecordSets.workspaceId, workspaceId)),
  events: await fixture.db
    .select({ type: events.type, body: events.body })
    .from(events)
    .where(and(eq(events.workspaceId, workspaceId), like(events.type, "zone.%")))
    .orderBy(asc(events.id)),
  audit: await fixture.db
    .select({ action: auditEntries.action, actor: auditEntries.actor, ipAddress: auditEntries.ipAddress })
    .from(auditEntries)
    .where(and(eq(auditEntries.workspaceId, workspaceId), like(auditEntries.action, "zone.%")))
    .orderBy(asc(auditEntries.id)),
});

const toProblem = createToProblem("https://api.example.test");

/** The response to a refused request, as bytes; a call that isn't refused fails the test. */
export async function refusalBytes(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    (value) => {
      throw new Error(`not refused: ${JSON.stringify(value)}`);
    },
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) {
    throw error;
  }
  return JSON.stringify(toProblem(error, "req_same"));
}
