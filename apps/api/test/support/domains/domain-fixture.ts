import { readFileSync } from "node:fs";
import { createDb, type Db, domainHistory, domainIntents, domains, events, workspaces } from "@zonepost/db";
import { createTestDatabase } from "@zonepost/db/testing";
import { startRegistry } from "@zonepost/registry";
import type { DsRecord, WorkspaceRole } from "@zonepost/schema";
import { createSecretBox } from "@zonepost/secret-box";
import { and, asc, desc, eq, isNull } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll } from "vitest";
import { isPrivateAddress } from "../../../src/adapters/http-egress/address-ranges.ts";
import { createEppRegistrar } from "../../../src/adapters/registrar-epp/index.ts";
import { createBusinessClock } from "../../../src/kernel/clock.ts";
import type { Ctx, WorkspaceCtx } from "../../../src/kernel/ctx.ts";
import { AppError } from "../../../src/kernel/errors.ts";
import { newId } from "../../../src/kernel/ids.ts";
import { listDomainsInNeed } from "../../../src/modules/attention/index.ts";
import { createDomainZones } from "../../../src/modules/dns/index.ts";
import {
  createBalanceKeeper,
  type NameserverPorts,
  nextNoticeAt,
  type Registrar,
  type Registrars,
  readTldRules,
} from "../../../src/modules/domains/index.ts";
import type {
  DnsResolver,
  DomainAttention,
  DomainMail,
  DomainOrders,
  DomainPorts,
} from "../../../src/modules/domains/ports.ts";
import {
  daysUntilErasure,
  findMailState,
  listDnsLights,
  resumeMail,
  suspendMail,
} from "../../../src/modules/mail/index.ts";
import {
  createDomainListener,
  createFindUnconfirmedPayment,
  findBegunRenewals,
} from "../../../src/modules/orders/index.ts";
import { freeMailPlans, priceListOfRegistries } from "../../../src/modules/payments/index.ts";
import { createZoneHosting } from "../dns/zone-hosting.ts";
import { tldRulesFile } from "../start-api.ts";
import { addContact } from "./add-contact.ts";

const credentials = { clientId: "zonepost", password: "pass-word-1234" };
const tlds = ["com", "net", "org", "dev", "io", "eu", "de", "cc", "be"];

const unasked = () => Promise.reject(new Error("unexpected DNS query"));
/** For tests without nameserver queries. */
export const silentDns: DnsResolver = { readKeys: unasked, readMailHosts: unasked, readAddresses: unasked };

export const mailPorts = {
  secretBox: createSecretBox([Buffer.alloc(32, 7).toString("base64")]),
  panelUrl: "http://panel.test",
  mailDnsSettings: null,
};

/** As joined in `wire/domains.ts`. */
export const domainMail: DomainMail = {
  findMailState,
  listDnsLights,
  whenDomainLeaves: suspendMail,
  whenDomainReturns: (tx, ctx, domain) => resumeMail(tx, { ...ctx, ...mailPorts }, domain),
  daysUntilErasure,
};

/** As joined in `wire/domains.ts`. */
const domainAttention: DomainAttention = { listDomainsInNeed };

/** As joined in `wire/domains.ts`. */
const domainOrders: DomainOrders = {
  ...createDomainListener({ undoneRegistrations: 3 }),
  findBegunRenewals,
  findUnconfirmedPayment: createFindUnconfirmedPayment({ untilConfirmed: false }),
};

/** The same with WITHHOLD_UNCONFIRMED_DOMAINS. */
export const withholdingOrders: DomainOrders = {
  ...domainOrders,
  findUnconfirmedPayment: createFindUnconfirmedPayment({ untilConfirmed: true }),
};

/** Without a list: customers pay the registries' prices. */
export const priceList = priceListOfRegistries("EUR", freeMailPlans, {});

const defaultNameservers = ["ns1.zonepost-dns.net", "ns2.zonepost-dns.net"] as const;

/** The nameservers of hosted zones: those to which the fixture's domains are delegated. */
export const zoneServers = createZoneHosting(defaultNameservers);
const { hosting: zoneHosting } = zoneServers;

/** As joined in `wire/domains.ts`. */
const domainZones = createDomainZones({ zoneHosting });

export const modulePorts = { domainAttention, domainMail, domainOrders, domainZones, priceList };

const { of: rulesOf } = readTldRules(readFileSync(tldRulesFile, "utf8"), tlds);

export const registrarsOf = (registrar: Registrar): Registrars => ({
  offeredTlds: tlds,
  forTld: (tld) => (tlds.includes(tld) ? registrar : undefined),
  byCode: () => registrar,
  rulesOf,
  all: () => [registrar],
});

/** A real registry over a real connection, with our adapter, and one database for both. */
export async function createDomainFixture() {
  const database = await createTestDatabase();
  const db = createDb(database.url, { maxConnections: 10, statementTimeoutMs: 0 });
  const clock = createBusinessClock(db);
  const log = pino({ level: "silent" });
  const keepBalance = createBalanceKeeper({ db, clock, log });
  const registry = await startRegistry({
    databaseUrl: database.url,
    ...credentials,
    registrars: { rival: "rival-pass-1234" },
  });
  const connect = (login: { clientId: string; password: string }, port = registry.port) =>
    createEppRegistrar({
      code: "primary",
      currency: "EUR",
      rulesOf,
      onBalance: (balance) =>
        keepBalance(login.clientId === credentials.clientId ? "primary" : "rival", balance),
      host: "127.0.0.1",
      port,
      tls: { ca: registry.certificatePem },
      maxSessions: 4,
      // Bounds on a hang, not measures.
      requestTimeoutMs: 120_000,
      connectTimeoutMs: 120_000,
      // An absent registry is asked several times in one test.
      reconnectDelayMs: { minimum: 1, maximum: 2 },
      ...login,
    });
  const registrar = connect(credentials);
  const rival = connect({ clientId: "rival", password: "rival-pass-1234" });

  const ctx: Ctx = {
    db,
    clock,
    actor: { kind: "system", job: "test" },
    requestId: null,
    ipAddress: null,
    log,
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
    systemCtx: { ...ctx, ...modulePorts, registrars: registrarsOf(registrar) },
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

async function putAtRegistry(db: Db, name: string, sponsor: string, options: DomainOptions): Promise<void> {
  await db.$client`
    insert into registry.domains (name, sponsor, created_by, created_at, expires_at, nameservers, ds_records)
    values (${name}, ${sponsor}, ${sponsor}, ${registeredAt.toISOString()},
      ${(options.expiresAt ?? inAYear()).toISOString()}, ${options.nameservers ?? [...defaultNameservers]},
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

/** The fixture of the running test file. A worker runs one file at a time. */
export let fixture: DomainFixture;

/** Gives a test file a `fixture` of its own. */
export function useDomainFixture(): void {
  beforeAll(async () => {
    fixture = await createDomainFixture();
  });
  afterAll(() => fixture[Symbol.asyncDispose]());
}

export const never = new AbortController().signal;
export const newName = (tld = "com") => `test-${newId()}.${tld}`;
export const servers = (...hosts: string[]) => hosts.map((host) => ({ host, addresses: [] as string[] }));

export type ChangeCtx = WorkspaceCtx & DomainPorts & NameserverPorts;

const noDnsPorts: NameserverPorts = {
  dns: silentDns,
  nameserverRules: { mustResolve: false, isRefusedAddress: isPrivateAddress },
};

/** A domain in a workspace of its own, in our database and at the registry. */
export async function setUpDomain(options: DomainOptions & { tld?: string } = {}) {
  const { tld = "com", ...more } = options;
  const workspace = await fixture.createWorkspace();
  const name = await fixture.addDomain(workspace.id, { name: newName(tld), ...more });
  const ctx: ChangeCtx = {
    ...workspace.ctx(),
    ...noDnsPorts,
    ...modulePorts,
    registrars: fixture.registrars,
  };
  return {
    workspace,
    name,
    ctx,
    id: (await rowOf(name)).id,
    addContact: (more: { countryCode?: string; postalCode?: string } = {}) =>
      addContact(fixture, workspace, more),
    /** The same, with some of the registrar's methods replaced. */
    withRegistrar: (calls: Partial<Registrar>): ChangeCtx => ({
      ...ctx,
      registrars: registrarsOf({ ...fixture.registrar, ...calls }),
    }),
  };
}

/** Newest first: a name may have been registered more than once. */
export const rowsOf = (name: string) =>
  fixture.db
    .select()
    .from(domains)
    .where(eq(domains.name, name))
    .orderBy(desc(domains.createdAt), desc(domains.id));
export const rowOf = async (name: string) => {
  const [row] = await rowsOf(name);
  if (!row) {
    throw new Error(`there is no row for ${name}`);
  }
  return row;
};
export const heldAt = async (name: string) => {
  const answer = await fixture.registrar.readDomain(name);
  if (answer.kind !== "held") {
    throw new Error(`${name} is ${answer.kind}`);
  }
  return answer.domain;
};
export const historyOf = async (id: string) =>
  (
    await fixture.db
      .select()
      .from(domainHistory)
      .where(eq(domainHistory.domainId, id))
      .orderBy(asc(domainHistory.id))
  ).map(({ kind, summary, actor }) => [actor.kind, kind, summary]);
export const openIntentsOf = async (name: string) =>
  fixture.db
    .select()
    .from(domainIntents)
    .where(and(eq(domainIntents.domainId, (await rowOf(name)).id), isNull(domainIntents.settledAt)));
export const eventsOf = (workspaceId: string) =>
  fixture.db.select().from(events).where(eq(events.workspaceId, workspaceId)).orderBy(asc(events.id));
export const eventTypesOf = async (workspaceId: string) =>
  (await eventsOf(workspaceId)).map(({ type }) => type);

/** The error with which a call was refused; undefined if it succeeded. */
export async function refusalOf(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) {
    return undefined;
  }
  if (!(error instanceof AppError)) {
    throw error;
  }
  const { code, kind, fields, publicMessage: message } = error;
  return { code, kind, fields, pointers: fields?.map(({ pointer }) => pointer), message };
}

export async function problemOf(call: Promise<unknown>) {
  const refusal = await refusalOf(call);
  if (!refusal) {
    throw new Error("the call succeeded");
  }
  return refusal;
}
