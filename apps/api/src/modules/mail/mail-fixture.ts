import { createDb, type Db, domains, members, users, workspaces } from "@zonepost/db";
import { createTestDatabase } from "@zonepost/db/testing";
import { type DomainStatus, mailActivationInput, type WorkspaceRole } from "@zonepost/schema";
import pino from "pino";
import type { WorkspaceCtx } from "../../kernel/ctx.ts";
import type { WorkspaceOperation } from "../../kernel/http/operation.ts";
import { parseInput } from "../../kernel/http/validation.ts";
import { newId } from "../../kernel/ids.ts";
import { createSecretBox } from "../../kernel/secrets.ts";
import { priceListOfRegistries } from "../payments/index.ts";
import { activateMail, createPasswordHasher, type MailPorts, mailOperations } from "./index.ts";

export const now = new Date("2026-03-01T09:30:00.000Z");

/** A database with an empty workspace, and the environment that tests of the mail module need. */
export async function createMailFixture() {
  const database = await createTestDatabase();
  const db = createDb(database.url, { maxConnections: 10 });
  const ports: MailPorts = {
    secretBox: createSecretBox([Buffer.alloc(32, 7).toString("base64")]),
    passwordHasher: createPasswordHasher(),
    mailDns: { readRecords: () => Promise.reject(new Error("unexpected DNS query")) },
    panelUrl: "http://panel.test",
    priceList: priceListOfRegistries("EUR", { starter: 1_200, pro: 4_800, business: 18_000 }),
  };
  return {
    db,
    ports,
    createWorkspace: () => createWorkspace(db),
    call: createCall(ports),
    /** As the order of a mail plan does. */
    activate: async (ctx: WorkspaceCtx, body: object) =>
      activateMail({ ...ctx, ...ports }, parseInput(mailActivationInput, body, "")),
    async [Symbol.asyncDispose]() {
      await db.close();
      await database.drop();
    },
  };
}

export type MailFixture = Awaited<ReturnType<typeof createMailFixture>>;

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
    input: { domainName?: string; query?: object; body?: object } = {},
  ): Promise<unknown> => {
    const operation = operations.get(operationId);
    if (!operation) {
      throw new Error(`there is no operation ${operationId}`);
    }
    const { value, nextCursor } = await operation.run(ctx, {
      parameters: operation.parameters ? { domainName: input.domainName } : {},
      query: input.query ?? {},
      readBody: () => input.body,
      pointers: { parameters: "/path", query: "/query" },
    });
    return input.query && "limit" in input.query ? { page: value, nextCursor } : value;
  };
}
