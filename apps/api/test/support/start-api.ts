import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "@hono/node-server";
import { hash } from "@node-rs/argon2";
import { type Cards, startCards } from "@zonepost/cards/testing";
import { createDb, directAddress, domains, invitations, members, operators, workspaces } from "@zonepost/db";
import { createTestDatabase, type TestDatabase } from "@zonepost/db/testing";
import { type Registry, startRegistry } from "@zonepost/registry";
import type { DnskeyInput, DomainStatus, DsRecord, WorkspaceRole } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { run as runJobs, Logger as SilentJobLogger } from "graphile-worker";
import pino, { type Logger } from "pino";
import { Agent } from "undici";
import { type Env, readEnv } from "../../src/env.ts";
import { startSweeps } from "../../src/kernel/due-work/sweep-loop.ts";
import { newId, publicId } from "../../src/kernel/ids.ts";
import { createPerson, createWorkspace } from "../../src/modules/accounts/index.ts";
import { wire } from "../../src/wire.ts";
import { wireApi } from "../../src/wire-api.ts";
import type { Answer } from "./answer.ts";
import { type Call, createClient } from "./client.ts";

/** With rows for the TLDs of the sandbox registry that the sandbox doesn't sell. */
export const tldRulesFile = fileURLToPath(new URL("tld-rules.json", import.meta.url));
/** The registries' prices, in euros. */
export const priceListFile = fileURLToPath(new URL("price-list.json", import.meta.url));
const eppAccount = { clientId: "zonepost", password: "test-pass-word" };
export const webhookSecret = "whsec_of_the_card_processor_in_tests";
export const password = "a-password-for-tests-only";
/** A registry that is there answers late on a busy machine, and an order would then wait for a worker. */
const registryTimeoutMs = 120_000;
/** After a stall, a request could else be sent on a connection that its server is about to close. */
const keptAliveMs = 300_000;
let passwordHash: Promise<string> | undefined;

type StartOptions = {
  /** Default: one of its own on the run's server. */
  database?: TestDatabase;
  /** Overrides the fixture's environment. */
  env?: Record<string, string>;
  /** Default: no output. */
  log?: Logger;
  /** Whether the registry starts with the sandbox's portfolio. */
  seedRegistry?: boolean;
  /** Whether payments are on, with the sandbox's card processor. */
  withCards?: boolean;
  /** How many times as long as elsewhere the card processor is waited for. Default: 20, since the machine is busy. */
  timeoutFactor?: number;
};

export type Person = { id: string; email: string; cookie: string };
type InviteOptions = { email?: string; role?: WorkspaceRole; domainNames?: string[] };
export type HeldInvitation = { id: string; rowId: string; token: string; email: string };
export type Workspace = {
  id: string;
  owner: Person;
  /** Adds a signed-in member to this workspace. */
  join(role: WorkspaceRole, options?: { domainNames?: string[] }): Promise<Person & { memberId: string }>;
  /** Adds a member without a sign-in method to this workspace. */
  seat(role: WorkspaceRole): Promise<{ id: string; email: string; memberId: string }>;
  /** An open invitation with its token; no mail is sent. */
  invite(options?: InviteOptions): Promise<HeldInvitation>;
  /** A domain of the workspace, also at the registry. */
  addDomain(options?: { name?: string; dsRecords?: DsRecord[]; status?: DomainStatus }): Promise<string>;
};

/**
 * The real API: its own database, the registry behind EPP over TLS, and a listener on a free port, all in this process.
 * `await using` stops everything.
 */
export async function startApi(options: StartOptions = {}) {
  const database = options.database ?? (await createTestDatabase());
  const cards = options.withCards ? await startCards({ databaseUrl: database.url }) : undefined;
  const registry = await startRegistry({
    databaseUrl: database.url,
    ...eppAccount,
    seed: options.seedRegistry ?? false,
  });
  const folder = mkdtempSync(join(tmpdir(), "zonepost-api-test-"));
  const caFile = join(folder, "registry.pem");
  writeFileSync(caFile, registry.certificatePem);
  const shared = { databaseUrl: database.url, registry, caFile, cards };
  const first = await listen(shared, options);
  const sendNotices = () =>
    cards?.setWebhook({ url: `${first.address}/inbound/stripe`, secret: webhookSecret });
  sendNotices();
  const db = createDb(database.url, {
    applicationName: "zonepost-test",
    maxConnections: 5,
    // Some tests add very many rows with one statement.
    statementTimeoutMs: 0,
  });
  const stops: (() => Promise<void>)[] = [first.close];

  return {
    ...first,
    db,
    sql: db.$client,
    registry,
    cards,
    /** Until this is undone, the card processor sends no notices. */
    holdNotices: () => cards?.setWebhook(undefined),
    sendNotices,
    databaseUrl: database.url,
    createWorkspace: () => mintWorkspace(first.call, db),
    createPersonWithoutWorkspace: () => mintOutsider(first.call, db),
    /** An operator without a workspace. */
    async createOperator(): Promise<Person> {
      const person = await mintOutsider(first.call, db);
      await db.insert(operators).values({ userId: person.id, grantedAt: new Date() });
      return person;
    },
    signIn: (email: string, secret = password) => signIn(first.call, email, secret),
    /** Another listener with the same database and registry. */
    async startAnother(more: StartOptions = {}) {
      const another = await listen(shared, { ...options, ...more, env: { ...options.env, ...more.env } });
      let closing: Promise<void> | undefined;
      const close = () => {
        closing ??= another.close();
        return closing;
      };
      stops.unshift(close);
      return { ...another, close };
    },
    /** Runs the worker's jobs until the fixture ends. */
    async startWorker(): Promise<void> {
      stops.unshift(await work(first.env, options.log ?? silent()));
    },
    async [Symbol.asyncDispose]() {
      for (const stop of stops) {
        await stop();
      }
      await cards?.close();
      await db.close();
      await registry.close();
      rmSync(folder, { recursive: true, force: true });
      await database.drop();
    },
  };
}

export type Api = Awaited<ReturnType<typeof startApi>>;

const cardSettings = (cards: Cards) => ({
  STRIPE_SECRET_KEY: cards.secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_BASE: cards.url,
  CARDS_CONTROL_SECRET: cards.controlSecret,
});

const silent = () => pino({ level: "silent" });

async function listen(
  shared: { databaseUrl: string; registry: Registry; caFile: string; cards: Cards | undefined },
  options: StartOptions,
) {
  // The app needs its address, so the listener starts first.
  let answer: ((request: Request, bindings: never) => Response | Promise<Response>) | undefined;
  const { server, port } = await new Promise<{ server: ReturnType<typeof serve>; port: number }>(
    (resolve, reject) => {
      const created = serve({
        fetch: (request, bindings) =>
          answer?.(request, bindings as never) ?? new Response(null, { status: 503 }),
        hostname: "127.0.0.1",
        port: 0,
        serverOptions: { keepAliveTimeout: keptAliveMs },
      });
      created.once("error", reject);
      created.once("listening", () =>
        resolve({ server: created, port: (created.address() as AddressInfo).port }),
      );
    },
  );
  const address = `http://localhost:${port}`;
  const settings = readEnv({
    DATABASE_URL: shared.databaseUrl,
    // Each costs as much as a dozen requests, and a few requests at once open as many as there may be.
    DATABASE_MAX_CONNECTIONS: "5",
    API_PORT: String(port),
    PANEL_URL: "http://localhost:3999",
    AUTH_SECRET: "a-secret-for-tests-that-is-long-enough",
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    EPP_PORT: String(shared.registry.port),
    EPP_CLIENT_ID: eppAccount.clientId,
    EPP_PASSWORD: eppAccount.password,
    EPP_CA_FILE: shared.caFile,
    TLD_RULES_FILE: tldRulesFile,
    // Refuses each query at once. The system's resolvers may be away, and would then be waited for.
    DNS_RESOLVERS: "127.0.0.1:9",
    WEBHOOKS_ALLOW_PRIVATE_NETWORKS: "true",
    MAIL_HOST_NAME: "mail.host.test",
    // Nothing answers there: zones are stored, and wait for their publication.
    DNS_SERVERS: "ns1.dns.test=127.0.0.1:9,ns2.dns.test=127.0.0.1:9",
    RATE_LIMIT_PER_MINUTE: "100000",
    SIGN_IN_LIMIT_PER_MINUTE: "100000",
    ...(shared.cards && cardSettings(shared.cards)),
    ...options.env,
  });
  const { timeoutFactor = 20 } = options;
  const env = {
    ...settings,
    payments: settings.payments && { ...settings.payments, timeoutFactor },
    registrars: settings.registrars.map((each) => ({ ...each, requestTimeoutMs: registryTimeoutMs })),
  };
  const wired = await wireApi(env, "api", options.log ?? silent());
  const { app } = wired;
  answer = (request, bindings) => app.fetch(request, bindings);
  const agent = new Agent({ connections: 40 });
  return {
    env,
    wired,
    address,
    port,
    panelOrigin: new URL(env.PANEL_URL).origin,
    call: createClient({ port, agent }),
    async close(): Promise<void> {
      await agent.close();
      await new Promise((resolve) => server.close(resolve));
      await wired.close();
    },
  };
}

async function work(env: Env, log: Logger): Promise<() => Promise<void>> {
  // Its sweeps hold one while they work.
  const wired = wire({ ...env, DATABASE_MAX_CONNECTIONS: 10 }, "worker", log);
  const stopping = new AbortController();
  const jobs = await runJobs({
    connectionString: directAddress(env).url,
    concurrency: 2,
    noHandleSignals: true,
    parsedCronItems: [],
    taskList: wired.tasks(stopping.signal),
    logger: new SilentJobLogger(() => () => {}),
  });
  const sweeps = await startSweeps(wired.createSweeps(), { db: wired.db, log, signal: stopping.signal });
  return async () => {
    stopping.abort();
    await Promise.all([jobs.stop(), sweeps.stopped]);
    await wired.close();
  };
}

type TestDb = ReturnType<typeof createDb>;
type Caller = (call: Call) => Promise<Answer>;

async function mintSeat(
  db: TestDb,
  workspaceId: string,
  role: WorkspaceRole,
  options: { passwordHash?: string; domainNames?: string[] } = {},
) {
  const email = `${role.replace("_", "-")}-${randomBytes(4).toString("hex")}@people.test`;
  const { passwordHash = null, domainNames = null } = options;
  const seat = { workspaceId, role, domainNames, createdAt: new Date() };
  const id = await db.transaction((tx) =>
    createPerson(tx, { email, name: "Test Person", passwordHash, ...seat }),
  );
  const [member] = await db.select({ id: members.id }).from(members).where(eq(members.userId, id));
  return { id, email, memberId: publicId("mbr", member?.id ?? "") };
}

async function mintPerson(
  call: Caller,
  db: TestDb,
  workspaceId: string,
  role: WorkspaceRole,
  options: { domainNames?: string[] } = {},
) {
  // As cheap as Argon2 allows, because almost every test signs in.
  passwordHash ??= hash(password, { memoryCost: 8, timeCost: 1 });
  const seat = await mintSeat(db, workspaceId, role, { ...options, passwordHash: await passwordHash });
  return { ...seat, cookie: await signIn(call, seat.email, password) };
}

async function mintInvitation(
  db: TestDb,
  workspaceId: string,
  options: InviteOptions,
): Promise<HeldInvitation> {
  const { email = `invited-${randomBytes(4).toString("hex")}@people.test`, role = "member" } = options;
  const [rowId, token] = [newId(), randomBytes(32).toString("base64url")];
  const tokenHash = createHash("sha256").update(token).digest("base64url");
  const now = new Date();
  await db.insert(invitations).values({
    id: rowId,
    workspaceId,
    email,
    role,
    domainNames: options.domainNames ?? null,
    tokenHash,
    invitedBy: { kind: "system", id: null, name: "test" },
    createdAt: now,
    sentAt: now,
    expiresAt: new Date(now.getTime() + 7 * 86_400_000),
  });
  return { id: publicId("inv", rowId), rowId, token, email };
}

async function mintWorkspace(call: Caller, db: TestDb): Promise<Workspace> {
  const slug = `test-${randomBytes(6).toString("hex")}`;
  const id = await db.transaction((tx) =>
    createWorkspace(tx, { name: "Test Workspace", slug, createdAt: new Date() }),
  );
  return {
    id,
    owner: await mintPerson(call, db, id, "owner"),
    join: (role, options) => mintPerson(call, db, id, role, options),
    seat: (role) => mintSeat(db, id, role),
    invite: (options = {}) => mintInvitation(db, id, options),
    addDomain: (options = {}) => addDomain(db, id, options),
  };
}

/** A former member. */
async function mintOutsider(call: Caller, db: TestDb): Promise<Person> {
  const workspace = await mintWorkspace(call, db);
  await db.delete(members).where(eq(members.userId, workspace.owner.id));
  await db.delete(workspaces).where(eq(workspaces.id, workspace.id));
  return workspace.owner;
}

async function signIn(call: Caller, email: string, secret: string): Promise<string> {
  const answer = await call({
    method: "POST",
    path: "/auth/sign-in/email",
    body: { email, password: secret },
  });
  const cookie = answer.cookies[0]?.split(";")[0];
  if (answer.status !== 200 || cookie === undefined) {
    throw new Error(`${email} could not sign in: ${answer.status} ${answer.text}`);
  }
  return cookie;
}

async function addDomain(
  db: TestDb,
  workspaceId: string,
  options: { name?: string; dsRecords?: DsRecord[]; status?: DomainStatus },
): Promise<string> {
  const name = options.name ?? `test-${randomBytes(6).toString("hex")}.com`;
  const dsRecords = options.dsRecords ?? [];
  const registeredAt = new Date(Date.now() - 300 * 86_400_000);
  const expiresAt = new Date(Date.now() + 430 * 86_400_000);
  await db.$client`
    insert into registry.domains (name, sponsor, nameservers, ds_records, created_by, created_at, expires_at)
    values (${name}, ${eppAccount.clientId}, ${["ns1.example.net", "ns2.example.net"]},
      ${JSON.stringify(dsRecords)}::text::jsonb, ${eppAccount.clientId}, ${registeredAt.toISOString()}, ${expiresAt.toISOString()})`;
  await db.insert(domains).values({
    id: newId(),
    workspaceId,
    name,
    tld: name.slice(name.indexOf(".") + 1),
    registrar: "primary",
    status: options.status ?? "active",
    autoRenew: true,
    whoisPrivacy: true,
    registeredAt,
    paidUntil: expiresAt,
    registryExpiresAt: expiresAt,
    nameservers: ["ns1.example.net", "ns2.example.net"],
    dsRecords,
    registryStatuses: ["ok"],
    syncedAt: new Date(),
    createdAt: registeredAt,
  });
  return name;
}

export const newDnskey = (): DnskeyInput => ({
  flags: 257,
  protocol: 3,
  algorithm: 13,
  publicKey: randomBytes(64).toString("base64"),
});

/** A unique DS record. */
export function newDsRecord(): DsRecord {
  return {
    keyTag: randomBytes(2).readUInt16BE(),
    algorithm: 13,
    digestType: 2,
    digest: randomBytes(32).toString("hex").toUpperCase(),
  };
}
