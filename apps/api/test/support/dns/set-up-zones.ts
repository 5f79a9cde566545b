import { createDb, type Db, domains, events, workspaces, zones, zoneWithdrawals } from "@zonepost/db";
import { createTestDatabase } from "@zonepost/db/testing";
import type { DomainStatus, RecordSet, WorkspaceRole, ZoneChangeResult, ZoneDetails } from "@zonepost/schema";
import { asc, eq } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { WorkspaceCtx } from "../../../src/kernel/ctx.ts";
import type { WorkspaceOperation } from "../../../src/kernel/http/operation.ts";
import { newId } from "../../../src/kernel/ids.ts";
import type { DnsModulePorts, ProofResult } from "../../../src/modules/dns/ports.ts";
import { publishZones } from "../../../src/modules/dns/publication/publish-zones.ts";
import { dnsOperations } from "../../../src/modules/dns/rest.ts";
import { createZoneHosting } from "./zone-hosting.ts";

const log = pino({ level: "silent" });

/** A database with nameservers in memory. `owner` acts in a workspace of its own in each test, `stranger` in another. */
export function setUpZones() {
  const shared = {} as {
    db: Db & { close(): Promise<void> };
    owner: WorkspaceCtx;
    stranger: WorkspaceCtx;
    servers: ReturnType<typeof createZoneHosting>;
    proofs: Map<string, ProofResult>;
    ports: DnsModulePorts;
    /** Business time. */
    now: Date;
  };
  let drop: () => Promise<void>;
  let counter = 0;

  beforeAll(async () => {
    const database = await createTestDatabase();
    shared.db = createDb(database.url, { maxConnections: 10 });
    drop = () => database.drop();
  });
  afterAll(async () => {
    await shared.db.close();
    await drop();
  });
  beforeEach(async () => {
    shared.now = new Date();
    shared.servers = createZoneHosting();
    shared.proofs = new Map();
    shared.ports = {
      zoneHosting: shared.servers.hosting,
      zoneProof: { readProof: async ({ name }) => shared.proofs.get(name) ?? "missing" },
      zoneDelegations: { readDelegation: async () => ({ kind: "unknown" }) },
      zoneListener: { whenZoneCreated: async () => {} },
    };
    // The worker publishes the zones of all workspaces.
    await shared.db.delete(zones);
    await shared.db.delete(zoneWithdrawals);
    shared.owner = await createWorkspace();
    shared.stranger = await createWorkspace();
  });

  async function createWorkspace(role: WorkspaceRole = "owner"): Promise<WorkspaceCtx> {
    const id = newId();
    await shared.db
      .insert(workspaces)
      .values({ id, name: "Test", slug: `test-${id}`, createdAt: shared.now });
    return ctxOf(id, role);
  }

  const ctxOf = (
    workspaceId: string,
    role: WorkspaceRole = "owner",
    domainNames: readonly string[] | null = null,
  ): WorkspaceCtx => ({
    db: shared.db,
    clock: { now: async () => shared.now, wallNow: () => new Date() },
    actor: {
      kind: "user",
      userId: newId(),
      sessionId: newId(),
      email: "someone@example.test",
      workspaceId,
      role,
      domainNames,
      confirmedAt: new Date(),
    },
    requestId: "req_test",
    ipAddress: null,
    log,
  });

  async function addDomain(
    ctx: WorkspaceCtx,
    name: string,
    status: DomainStatus = "active",
    more: object = {},
  ) {
    const at = shared.now;
    await shared.db.insert(domains).values({
      id: newId(),
      workspaceId: ctx.actor.workspaceId,
      name,
      tld: name.slice(name.lastIndexOf(".") + 1),
      registrar: "test",
      status,
      autoRenew: true,
      whoisPrivacy: true,
      registeredAt: at,
      paidUntil: at,
      registryExpiresAt: at,
      nameservers: [],
      dsRecords: [],
      registryStatuses: [],
      syncedAt: at,
      createdAt: at,
      ...more,
    });
    return name;
  }

  /** Calls an operation as the router does, with its input and output schemas. */
  async function call<Value>(
    operationId: keyof ReturnType<typeof dnsOperations>,
    ctx: WorkspaceCtx,
    {
      query = {},
      body,
      ifMatch = null,
      ...parameters
    }: { query?: object; body?: object; ifMatch?: string | null; zoneName?: string; version?: number } = {},
  ): Promise<Value> {
    const operation: WorkspaceOperation = dnsOperations(shared.ports)[operationId];
    const { value } = await operation.run(
      { ...ctx, ifMatch },
      {
        parameters: operation.parameters ? parameters : {},
        query,
        readBody: () => body,
        pointers: { parameters: "/path", query: "/query" },
      },
    );
    return value as Value;
  }

  return Object.assign(shared, {
    ctxOf,
    createWorkspace,
    addDomain,
    call,
    freshName: () => `zone-${++counter}.com`,
    async createZone(zoneFile?: string, ctx = shared.owner): Promise<string> {
      const name = await addDomain(ctx, `zone-${++counter}.com`);
      await call("createZone", ctx, { body: { name, ...(zoneFile === undefined ? {} : { zoneFile }) } });
      return name;
    },
    zone: (zoneName: string, ctx = shared.owner) => call<ZoneDetails>("getZone", ctx, { zoneName }),
    records: (zoneName: string, ctx = shared.owner) => call<RecordSet[]>("listRecords", ctx, { zoneName }),
    change: (zoneName: string, changes: object[], more: object = {}, ctx = shared.owner) =>
      call<ZoneChangeResult>("changeRecords", ctx, { zoneName, body: { changes }, ...more }),
    publish: () =>
      publishZones(
        { ...ctxOf(newId()), ...shared.ports, actor: { kind: "system", job: "test" } },
        new AbortController().signal,
      ),
    eventsOf: async (ctx: WorkspaceCtx) =>
      (
        await shared.db
          .select({ body: events.body })
          .from(events)
          .where(eq(events.workspaceId, ctx.actor.workspaceId))
          .orderBy(asc(events.id))
      ).map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> }),
  });
}

export const set = (name: string, type: string, ...values: string[]) => ({
  action: "set",
  name,
  type,
  values,
});
