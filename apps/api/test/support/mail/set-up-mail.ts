import { hash } from "@node-rs/argon2";
import {
  auditEntries,
  createDb,
  type Db,
  domains,
  mailAccounts,
  mailAccountUse,
  mailDomains,
  members,
  users,
  workspaces,
} from "@zonepost/db";
import { createTestDatabase } from "@zonepost/db/testing";
import {
  type CurrentSession,
  type DomainStatus,
  type MailAccount,
  type MailAccountCreated,
  type MailAlias,
  mailActivationInput,
  mailDomainPatch,
  type WorkspaceRole,
} from "@zonepost/schema";
import { createSecretBox } from "@zonepost/secret-box";
import { asc, eq } from "drizzle-orm";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { PersonCtx, WorkspaceCtx } from "../../../src/kernel/ctx.ts";
import { unauthenticated } from "../../../src/kernel/errors.ts";
import type { WorkspaceOperation } from "../../../src/kernel/http/operation.ts";
import { createToProblem } from "../../../src/kernel/http/problem.ts";
import { createCallerFactory } from "../../../src/kernel/http/trpc.ts";
import { parseInput } from "../../../src/kernel/http/validation.ts";
import { newId } from "../../../src/kernel/ids.ts";
import {
  activateMail,
  createMailRouter,
  type MailPorts,
  type MailServers,
  mailOperations,
  updateMailDomain,
} from "../../../src/modules/mail/index.ts";
import { priceListOfRegistries } from "../../../src/modules/payments/index.ts";

const startTls = (port: number) => ({ host: "mail.host.test", port, security: "starttls" }) as const;
const mailServers: MailServers = {
  hostName: "mail.host.test",
  imap: { host: "mail.host.test", port: 993, security: "tls" },
  submission: { host: "mail.host.test", port: 465, security: "tls" },
  sieve: startTls(4190),
  alternatives: { imap: startTls(143), submission: startTls(587) },
};

export const now = new Date("2026-03-01T09:30:00.000Z");

const unasked = () => Promise.reject(new Error("unexpected DNS query"));

/** A database with an empty workspace, and the environment that tests of the mail module need. */
async function createMailFixture() {
  const database = await createTestDatabase();
  const db = createDb(database.url, { maxConnections: 10 });
  const ports: MailPorts = {
    mailServers: { find: async () => mailServers },
    secretBox: createSecretBox([Buffer.alloc(32, 7).toString("base64")]),
    // As cheap as Argon2 allows.
    passwordHasher: {
      hash: async (password) => `{ARGON2ID}${await hash(password, { memoryCost: 8, timeCost: 1 })}`,
    },
    mailDns: { readRecords: unasked, resolveRecords: unasked },
    mailDnsSettings: null,
    panelUrl: "http://panel.test",
    priceList: priceListOfRegistries("EUR", { starter: 1_200, pro: 4_800, business: 18_000 }, { EUR: 50 }),
  };
  return {
    db,
    databaseUrl: database.url,
    ports,
    createWorkspace: () => createWorkspace(db),
    call: createCall(ports),
    /** As the order of a mail plan does. */
    activate: async (ctx: WorkspaceCtx, body: object) =>
      activateMail({ ...ctx, ...ports }, parseInput(mailActivationInput, body, "")),
    /** As PATCH does unless it orders a plan. */
    update: async (ctx: WorkspaceCtx, domainName: string, body: object) =>
      updateMailDomain({ ...ctx, ...ports }, { domainName, ...parseInput(mailDomainPatch, body, "") }),
    async [Symbol.asyncDispose]() {
      await db.close();
      await database.drop();
    },
  };
}

type MailFixture = Awaited<ReturnType<typeof createMailFixture>>;

async function createWorkspace(db: Db) {
  const workspaceId = newId();
  await db
    .insert(workspaces)
    .values({ id: workspaceId, name: "Test", slug: `test-${workspaceId}`, createdAt: now });
  return {
    id: workspaceId,
    ctx: (role: WorkspaceRole = "owner") => createCtx(db, workspaceId, role),
    addDomain: (name: string, status: DomainStatus = "active") => addDomain(db, workspaceId, name, status),
    addMember: (role: WorkspaceRole) => addMember(db, workspaceId, role),
  };
}

function createCtx(db: Db, workspaceId: string, role: WorkspaceRole): WorkspaceCtx {
  return {
    db,
    clock: { now: async () => now, wallNow: () => now },
    actor: {
      kind: "user",
      userId: newId(),
      sessionId: newId(),
      email: "someone@example.test",
      workspaceId,
      role,
      domainNames: null,
      confirmedAt: now,
    },
    requestId: "req_test",
    ipAddress: null,
    log: pino({ level: "silent" }),
  };
}

/** Returns the member's email address. */
async function addMember(db: Db, workspaceId: string, role: WorkspaceRole): Promise<string> {
  const userId = newId();
  const email = `${userId}@example.test`;
  await db.insert(users).values({ id: userId, name: "Someone", email, createdAt: now, updatedAt: now });
  await db.insert(members).values({ id: newId(), workspaceId, userId, role, createdAt: now });
  return email;
}

async function addDomain(db: Db, workspaceId: string, name: string, status: DomainStatus): Promise<string> {
  await db.insert(domains).values({
    id: newId(),
    workspaceId,
    name,
    tld: name.slice(name.lastIndexOf(".") + 1),
    registrar: "test",
    status,
    autoRenew: true,
    whoisPrivacy: true,
    registeredAt: now,
    paidUntil: now,
    registryExpiresAt: now,
    nameservers: [],
    dsRecords: [],
    registryStatuses: [],
    syncedAt: now,
    createdAt: now,
  });
  return name;
}

/** Calls an operation as the router does: with its input and output schemas. */
function createCall(ports: MailPorts) {
  const operations = new Map<string, WorkspaceOperation>(Object.entries(mailOperations(ports)));
  return async (
    operationId: string,
    ctx: WorkspaceCtx,
    { query, body, ...parameters }: { [name: string]: unknown; query?: object; body?: object } = {},
  ): Promise<unknown> => {
    const operation = operations.get(operationId);
    if (!operation) {
      throw new Error(`there is no operation ${operationId}`);
    }
    const { actor } = ctx;
    // Tests at a later time have signed in again by then.
    const confirmed = actor.kind === "user" ? { ...actor, confirmedAt: ctx.clock.wallNow() } : actor;
    const { value, nextCursor } = await operation.run(
      { ...ctx, actor: confirmed },
      {
        parameters: operation.parameters ? parameters : {},
        query: query ?? {},
        readBody: () => body,
        pointers: { parameters: "/path", query: "/query" },
      },
    );
    return query && "limit" in query ? { page: value, nextCursor } : value;
  };
}

/**
 * What the integration tests of the mail module share. `owner` acts in a workspace of its own in each test, and
 * `stranger` in another one.
 */
export function setUpMail() {
  const mail = {} as {
    fixture: MailFixture;
    workspace: Awaited<ReturnType<MailFixture["createWorkspace"]>>;
    owner: WorkspaceCtx;
    stranger: WorkspaceCtx;
  };
  beforeAll(async () => {
    mail.fixture = await createMailFixture();
  });
  afterAll(() => mail.fixture[Symbol.asyncDispose]());
  beforeEach(async () => {
    mail.workspace = await mail.fixture.createWorkspace();
    mail.owner = mail.workspace.ctx();
    mail.stranger = (await mail.fixture.createWorkspace()).ctx();
  });

  let counter = 0;
  const freshName = () => `mail-${++counter}.com`;
  const activate = (domainName: string, planSlug = "starter", ctx = mail.owner) =>
    mail.fixture.activate(ctx, { domainName, planSlug });
  const mailDomainRow = async (name: string) => {
    const [row] = await mail.fixture.db.select().from(mailDomains).where(eq(mailDomains.domainName, name));
    return row ?? expect.unreachable(`${name} has no mail`);
  };
  return Object.assign(mail, {
    freshName,
    activate,
    mailDomainRow,
    async activeDomain(planSlug = "starter", name = freshName()): Promise<string> {
      await mail.workspace.addDomain(name);
      await activate(name, planSlug);
      return name;
    },
    createAccount: (domainName: string, localPart: string, more: object = {}, ctx = mail.owner) =>
      mail.fixture.call("createMailAccount", ctx, {
        domainName,
        body: { localPart, displayName: "Someone", ...more },
      }) as Promise<MailAccountCreated>,
    createAlias: (domainName: string, fromAddress: string, toAddress: string, ctx = mail.owner) =>
      mail.fixture.call("createMailAlias", ctx, {
        domainName,
        body: { fromAddress, toAddress },
      }) as Promise<MailAlias>,
    accountRows: async (name: string) =>
      mail.fixture.db
        .select()
        .from(mailAccounts)
        .where(eq(mailAccounts.mailDomainId, (await mailDomainRow(name)).id)),
    insertAccounts: (mailDomainId: string, domainName: string, count: number) =>
      mail.fixture.db.insert(mailAccounts).values(
        Array.from({ length: count }, (_, index) => ({
          id: newId(),
          mailDomainId,
          fullAddress: `account-${index}@${domainName}`,
          displayName: "Someone",
          passwordHash: "none",
          createdAt: now,
        })),
      ),
    /** Reads and changes an account: `path` has its domain and id. */
    account: (
      operationId: string,
      path: { domainName: string; id: string },
      body?: object,
      ctx = mail.owner,
    ) =>
      mail.fixture.call(operationId, ctx, { ...path, body }) as Promise<
        MailAccount & { passwordOnce?: string }
      >,
    /** Stores what the mail hosts report of an account. */
    reportUse: async (
      domainName: string,
      localPart: string,
      use: { usedBytes: number; messageCount?: number; lastLoginAt?: Date },
    ) => {
      const [account] = await mail.fixture.db
        .select({ accountId: mailAccounts.id })
        .from(mailAccounts)
        .where(eq(mailAccounts.fullAddress, `${localPart}@${domainName}`));
      await mail.fixture.db
        .insert(mailAccountUse)
        .values({ accountId: account?.accountId ?? expect.unreachable("no such account"), ...use })
        .onConflictDoUpdate({ target: mailAccountUse.accountId, set: use });
    },
    auditOf: () =>
      mail.fixture.db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.workspaceId, mail.workspace.id))
        .orderBy(asc(auditEntries.id)),
    /** The tRPC procedures, called with this context, or without a session. */
    caller: (ctx: WorkspaceCtx | null) =>
      createCallerFactory(createMailRouter(mail.fixture.ports))({
        // The mail procedures only need the ctx, so a fixed person replaces the session.
        entered: ctx
          ? {
              personCtx: {} as PersonCtx,
              workspaceCtx: ctx,
              operatorCtx: null,
              currentSession: () => ({}) as CurrentSession,
            }
          : unauthenticated(),
        requestId: "req",
        toProblem,
      }),
    /** All items of a list, read in pages of this size. */
    async readPages(operationId: string, domainName: string, limit: number): Promise<unknown[]> {
      const items: unknown[] = [];
      for (let cursor: string | undefined, turn = 0; turn < 10; turn += 1) {
        const query = cursor === undefined ? { limit } : { limit, cursor };
        const answer = (await mail.fixture.call(operationId, mail.owner, { domainName, query })) as {
          page: unknown[];
          nextCursor: string | null;
        };
        expect(answer.page.length).toBeLessThanOrEqual(limit);
        items.push(...answer.page);
        if (answer.nextCursor === null) {
          return items;
        }
        cursor = answer.nextCursor;
      }
      return expect.unreachable("the pages do not end");
    },
    /** Expects the same 404 for another workspace's mail domain, a domain without mail and an unknown one. */
    async expectNotFound(operationId: string, input: object = {}): Promise<void> {
      const foreign = freshName();
      await mail.workspace.addDomain(foreign);
      await activate(foreign);
      const ownWorkspace = await mail.fixture.createWorkspace();
      const withoutMail = await ownWorkspace.addDomain(freshName());
      const problems = await Promise.all(
        [foreign, withoutMail, freshName()].map((domainName) =>
          problemOf(mail.fixture.call(operationId, ownWorkspace.ctx(), { domainName, ...input })),
        ),
      );
      expect(problems[0]).toMatchObject(notFound);
      expect(problems[1]).toEqual(problems[0]);
      expect(problems[2]).toEqual(problems[0]);
    },
  });
}

/** The same caller at another time. */
export const at = (moment: Date, ctx: WorkspaceCtx): WorkspaceCtx => ({
  ...ctx,
  clock: { now: async () => moment, wallNow: () => moment },
});

const toProblem = createToProblem("http://localhost");

export const problemOf = async (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable("the call was answered"),
    (error: unknown) => toProblem(error, "req"),
  );

export const refusal = async (call: Promise<unknown>) => {
  const { status, code, errors } = await problemOf(call);
  return errors ? { status, code, pointers: errors.map((each) => each.pointer) } : { status, code };
};

export const notFound = { status: 404, code: "not_found" };
export const forbidden = { status: 403, code: "forbidden" };
export const conflict = (code: string, ...pointers: string[]) =>
  pointers.length > 0 ? { status: 409, code, pointers } : { status: 409, code };
export const invalid = (...pointers: string[]) => ({ status: 422, code: "invalid_input", pointers });
