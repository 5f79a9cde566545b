import { createDb, type Db, domains, workspaces } from "@zonepost/db";
import { createTestDatabase } from "@zonepost/db/testing";
import { startRegistry } from "@zonepost/registry";
import type { DsRecord, WorkspaceRole } from "@zonepost/schema";
import pino from "pino";
import { createEppRegistrar } from "../../src/adapters/registrar-epp/index.ts";
import { createBusinessClock } from "../../src/kernel/clock.ts";
import type { Ctx, WorkspaceCtx } from "../../src/kernel/ctx.ts";
import { newId } from "../../src/kernel/ids.ts";
import { nextNoticeAt, type Registrar, type Registrars } from "../../src/modules/domains/index.ts";
import type { DnsResolver } from "../../src/modules/domains/ports.ts";

const credentials = { clientId: "zonepost", password: "pass-word-1234" };
const tlds = ["com", "net", "org", "dev", "io", "eu", "de"];

const unasked = () => Promise.reject(new Error("nobody should ask the DNS here"));
/** For tests without nameserver queries. */
export const silentDns: DnsResolver = { readKeys: unasked, readAddresses: unasked };

export const registrarsOf = (registrar: Registrar): Registrars => ({
  offeredTlds: tlds,
  forTld: (tld) => (tlds.includes(tld) ? registrar : undefined),
  byCode: () => registrar,
  all: () => [registrar],
});

/** A real registry over a real connection, with our adapter, and one database for both. */
export async function createDomainFixture() {
  const database = await createTestDatabase();
  const db = createDb(database.url, { maxConnections: 10 });
  const registry = await startRegistry({
    databaseUrl: database.url,
    ...credentials,
    registrars: { rival: "rival-pass-1234" },
  });
  const connect = (login: { clientId: string; password: string }, port = registry.port) =>
    createEppRegistrar({
      code: "primary",
      currency: "EUR",
      host: "127.0.0.1",
      port,
      tls: { ca: registry.certificatePem },
      maxSessions: 4,
      requestTimeoutMs: 5_000,
      ...login,
    });
  const registrar = connect(credentials);
  const rival = connect({ clientId: "rival", password: "rival-pass-1234" });
  const clock = createBusinessClock(db);

  const ctx: Ctx = {
    db,
    clock,
    actor: { kind: "system", job: "test" },
    requestId: null,
    ipAddress: null,
    log: pino({ level: "silent" }),
  };

  return {
    db,
    clock,
    registry,
    registrar,
    rival,
    registrars: registrarsOf(registrar),
    /** A registrar whose registry is down: its port is closed. */
    absentRegistrar: () => connect(credentials, 1),
    systemCtx: { ...ctx, registrars: registrarsOf(registrar) },
    createWorkspace: () => createWorkspace(db, ctx),
    async addDomain(workspaceId: string, options: DomainOptions = {}) {
      const name = options.name ?? `domain-${newId()}.com`;
      await putAtRegistry(db, name, credentials.clientId, options);
      await insertRow(db, workspaceId, name, registrar, options);
      return name;
    },
    putAtRegistry: (name: string, sponsor: string, options: DomainOptions = {}) =>
      putAtRegistry(db, name, sponsor, options),
    async [Symbol.asyncDispose]() {
      await Promise.all([registrar.close(), rival.close()]);
      await registry.close();
      await db.close();
      await database.drop();
    },
  };
}

export type DomainFixture = Awaited<ReturnType<typeof createDomainFixture>>;
type DomainOptions = { name?: string; expiresAt?: Date; dsRecords?: DsRecord[]; nameservers?: string[] };

async function createWorkspace(db: Db, ctx: Ctx) {
  const id = newId();
  await db.insert(workspaces).values({ id, name: "Test", slug: `test-${id}`, createdAt: new Date() });
  return {
    id,
    ctx: (role: WorkspaceRole = "owner"): WorkspaceCtx => ({
      ...ctx,
      actor: {
        kind: "user",
        userId: newId(),
        sessionId: newId(),
        email: `${role}@example.test`,
        workspaceId: id,
        role,
        domainNames: null,
        confirmedAt: new Date(),
      },
      requestId: `req_${newId()}`,
    }),
  };
}

const inAYear = () => new Date(Math.floor(Date.now() / 1000) * 1000 + 365 * 86_400_000);
const registeredAt = new Date("2024-05-01T10:00:00.000Z");
const defaultNameservers = ["ns1.zonepost-dns.net", "ns2.zonepost-dns.net"];

async function putAtRegistry(db: Db, name: string, sponsor: string, options: DomainOptions): Promise<void> {
  await db.$client`
    insert into registry.domains (name, sponsor, created_by, created_at, expires_at, nameservers, ds_records)
    values (${name}, ${sponsor}, ${sponsor}, ${registeredAt.toISOString()},
      ${(options.expiresAt ?? inAYear()).toISOString()}, ${options.nameservers ?? defaultNameservers},
      ${JSON.stringify(options.dsRecords ?? [])}::text::jsonb)`;
}

async function insertRow(
  db: Db,
  workspaceId: string,
  name: string,
  registrar: Registrar,
  options: DomainOptions,
) {
  const answer = await registrar.readDomain(name);
  const held = answer.kind === "held" ? answer.domain : undefined;
  if (!held) {
    throw new Error(`the registry does not hold ${name}`);
  }
  const paidUntil = options.expiresAt ?? held.registryExpiresAt;
  await db.insert(domains).values({
    id: newId(),
    workspaceId,
    name,
    tld: name.slice(name.lastIndexOf(".") + 1),
    registrar: registrar.code,
    status: "active",
    autoRenew: false,
    whoisPrivacy: true,
    registeredAt: held.registeredAt,
    paidUntil,
    registryExpiresAt: held.registryExpiresAt,
    nameservers: held.nameservers,
    dsRecords: held.dsRecords,
    registryStatuses: held.statuses,
    registryContacts: held.contacts,
    syncedAt: new Date(),
    nextNoticeAt: nextNoticeAt(paidUntil, new Date()),
    createdAt: new Date(),
  });
}
