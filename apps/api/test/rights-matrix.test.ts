import { randomBytes } from "node:crypto";
import { auditEntries } from "@zonepost/db";
import { and, eq, notLike } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId, publicId } from "../src/kernel/ids.ts";
import { createAppRouter } from "../src/transport/trpc/router.ts";
import type { Answer } from "./client.ts";
import type { Description } from "./conformance.ts";
import { type Api, newDsRecord, type Person, startApi, type Workspace } from "./start-api.ts";

// Every operation of the description and every procedure of the router, asked by every kind of caller. An operation
// without its row fails here, and so does a row without its operation.

const roles = ["owner", "admin", "member", "billing", "read_only"] as const;
type Role = (typeof roles)[number];
const callers = ["signed_out", "no_workspace", ...roles, "other_workspace"] as const;
type Caller = (typeof callers)[number];

type World = { api: Api; workspace: Workspace; people: Record<Caller, Person | undefined> };
/** What a call names: path and query parameters by name, body; for tRPC the same as one input. */
type Target = { path?: Record<string, string>; query?: Record<string, string>; body?: object };
type Row = {
  /** Whose calls succeed. */
  roles: readonly Role[];
  success: number;
  /** About the caller's own person, which takes no workspace. */
  isPersonal?: boolean;
  /** A thing of the workspace to act on, new for each call. */
  own?: (world: World) => Promise<Target>;
  /** The same call about a thing that nobody has; without it the operation names no thing, and others succeed too. */
  missing?: Target;
};

const everyone = roles;
const writers = ["owner", "admin", "member"] as const;
const readers = ["owner", "admin", "member", "read_only"] as const;
const managers = ["owner", "admin"] as const;

const unknownName = "nobody-has-this-name.com";
const unknownEndpoint = publicId("whe", newId());
const unknownDelivery = publicId("whd", newId());

const dsQuery = () =>
  Object.fromEntries(Object.entries(newDsRecord()).map(([name, value]) => [name, String(value)]));
const ownDomain = async ({ workspace }: World) => ({ path: { name: await workspace.addDomain() } });
const missingDomain = { path: { name: unknownName } };
/** Made once, for the rows that leave it as it is. */
const once = (make: (world: World) => Promise<{ path: Record<string, string> }>) => {
  let made: ReturnType<typeof make> | undefined;
  return (world: World) => {
    made ??= make(world);
    return made;
  };
};
const ownMailDomain = once(async ({ api, workspace }) => {
  const domainName = await workspace.addDomain();
  const { cookie } = workspace.owner;
  const body = { domainName, planSlug: "business" };
  const { status } = await api.call({ method: "POST", path: "/me/mail/activate", cookie, body });
  expect(status).toBe(201);
  return { path: { domainName } };
});
const missingMailDomain = { path: { domainName: unknownName } };
const endpointBody = () => ({
  url: `https://hooks.example.com/${randomBytes(4).toString("hex")}`,
  events: ["*"],
});
const newEndpoint = async ({ api, workspace }: World) => {
  const { cookie } = workspace.owner;
  const path = "/webhooks/outbound";
  const { json } = await api.call({ method: "POST", path, cookie, body: endpointBody() });
  return { path: { id: json.id as string } };
};
const ownEndpoint = once(newEndpoint);
const missingEndpoint = { path: { id: unknownEndpoint } };
const newAccount = () => ({ localPart: `box-${randomBytes(4).toString("hex")}`, displayName: "Info" });
const newAlias = (domainName: string) => ({
  fromAddress: `box-${randomBytes(4).toString("hex")}@${domainName}`,
  toAddress: "sales@elsewhere.example",
});
const restRows: Record<string, Row> = {
  listMyDomains: { roles: everyone, success: 200 },
  searchDomain: { roles: everyone, success: 200, own: async () => ({ query: { q: "a-free-name.com" } }) },
  listDomainHistory: { roles: everyone, success: 200, own: ownDomain, missing: missingDomain },
  getDnssec: { roles: everyone, success: 200, own: ownDomain, missing: missingDomain },
  publishDsRecord: {
    roles: writers,
    success: 201,
    own: async (world) => ({ ...(await ownDomain(world)), body: newDsRecord() }),
    missing: { ...missingDomain, body: newDsRecord() },
  },
  removeDsRecord: {
    roles: writers,
    success: 200,
    own: async ({ workspace }) => {
      const ds = newDsRecord();
      const name = await workspace.addDomain({ dsRecords: [ds] });
      const query = Object.fromEntries(Object.entries(ds).map(([key, value]) => [key, String(value)]));
      return { path: { name }, query };
    },
    missing: { ...missingDomain, query: dsQuery() },
  },
  activateMail: {
    roles: writers,
    success: 201,
    own: async ({ workspace }) => ({
      body: { domainName: await workspace.addDomain(), planSlug: "starter" },
    }),
    missing: { body: { domainName: unknownName, planSlug: "starter" } },
  },
  listMailDomains: { roles: readers, success: 200 },
  getMailDomain: { roles: readers, success: 200, own: ownMailDomain, missing: missingMailDomain },
  createMailAccount: {
    roles: writers,
    success: 201,
    own: async (world) => ({ ...(await ownMailDomain(world)), body: newAccount() }),
    missing: { ...missingMailDomain, body: newAccount() },
  },
  listMailAccounts: { roles: readers, success: 200, own: ownMailDomain, missing: missingMailDomain },
  createMailAlias: {
    roles: writers,
    success: 201,
    own: async (world) => {
      const { path } = await ownMailDomain(world);
      return { path, body: newAlias(path.domainName as string) };
    },
    missing: { ...missingMailDomain, body: newAlias(unknownName) },
  },
  listMailAliases: { roles: readers, success: 200, own: ownMailDomain, missing: missingMailDomain },
  createWebhookEndpoint: { roles: managers, success: 201, own: async () => ({ body: endpointBody() }) },
  listWebhookEndpoints: { roles: readers, success: 200 },
  getWebhookEndpoint: { roles: readers, success: 200, own: ownEndpoint, missing: missingEndpoint },
  updateWebhookEndpoint: {
    roles: managers,
    success: 200,
    own: async (world) => ({ ...(await ownEndpoint(world)), body: { description: "new" } }),
    missing: { ...missingEndpoint, body: { description: "new" } },
  },
  deleteWebhookEndpoint: { roles: managers, success: 204, own: newEndpoint, missing: missingEndpoint },
  reactivateWebhookEndpoint: { roles: managers, success: 200, own: ownEndpoint, missing: missingEndpoint },
  listWebhookDeliveries: { roles: readers, success: 200, own: ownEndpoint, missing: missingEndpoint },
};

/** Operations that ask no right: what each caller gets. */
type OpenRow = { asked?: readonly Caller[]; target?: Target; answers: (caller: Caller) => number };
const openRows: Record<string, OpenRow> = {
  signInWithEmail: {
    // Two callers: each answer takes a password hash.
    asked: ["signed_out", "owner"],
    target: { body: { email: "nobody@people.test", password: "wrong" } },
    answers: () => 401,
  },
  sendMagicLink: { target: { body: { email: "nobody@people.test" } }, answers: () => 200 },
  signInWithProvider: { target: { body: { provider: "github" } }, answers: () => 503 },
  followMagicLink: { target: { query: { token: "no-such-token" } }, answers: () => 302 },
  getSession: { answers: (caller) => (caller === "signed_out" ? 401 : 200) },
  // Last, since it ends the sessions that it is asked with; the rows above are asked first.
  signOut: { asked: ["signed_out", "owner"], answers: () => 200 },
  isAlive: { answers: () => 200 },
  isReady: { answers: () => 200 },
};

const withDs = (own: (world: World) => Promise<Target>) => async (world: World) => {
  const { path } = await own(world);
  return { path: { name: path?.name as string }, body: { dsRecord: newDsRecord() } };
};
const trpcRows: Record<string, Row> = {
  "session.current": { roles: everyone, success: 200, isPersonal: true },
  "domains.list": { roles: everyone, success: 200 },
  "domains.get": { roles: everyone, success: 200, own: ownDomain, missing: missingDomain },
  "domains.search": { roles: everyone, success: 200, own: async () => ({ query: { q: "a-free-name.com" } }) },
  "domains.history": { roles: everyone, success: 200, own: ownDomain, missing: missingDomain },
  "domains.dnssec": { roles: everyone, success: 200, own: ownDomain, missing: missingDomain },
  "domains.publishDsRecord": {
    roles: writers,
    success: 200,
    own: withDs(ownDomain),
    missing: { ...missingDomain, body: { dsRecord: newDsRecord() } },
  },
  "domains.removeDsRecord": {
    roles: writers,
    success: 200,
    own: async ({ workspace }) => {
      const ds = newDsRecord();
      return { path: { name: await workspace.addDomain({ dsRecords: [ds] }) }, body: { dsRecord: ds } };
    },
    missing: { ...missingDomain, body: { dsRecord: newDsRecord() } },
  },
  "mail.list": { roles: readers, success: 200 },
  "mail.get": { roles: readers, success: 200, own: ownMailDomain, missing: missingMailDomain },
  "mail.activate": { ...(restRows.activateMail as Row), success: 200 },
  "mail.accounts": { roles: readers, success: 200, own: ownMailDomain, missing: missingMailDomain },
  "mail.createAccount": { ...(restRows.createMailAccount as Row), success: 200 },
  "mail.aliases": { roles: readers, success: 200, own: ownMailDomain, missing: missingMailDomain },
  "mail.createAlias": { ...(restRows.createMailAlias as Row), success: 200 },
  "webhooks.list": { roles: readers, success: 200 },
  "webhooks.get": { roles: readers, success: 200, own: ownEndpoint, missing: missingEndpoint },
  "webhooks.create": { ...(restRows.createWebhookEndpoint as Row), success: 200 },
  "webhooks.update": { ...(restRows.updateWebhookEndpoint as Row), success: 200 },
  "webhooks.delete": { ...(restRows.deleteWebhookEndpoint as Row), success: 200 },
  "webhooks.reactivate": { ...(restRows.reactivateWebhookEndpoint as Row), success: 200 },
  "webhooks.deliveries": { roles: readers, success: 200, own: ownEndpoint, missing: missingEndpoint },
  "webhooks.health": { roles: readers, success: 200, own: ownEndpoint, missing: missingEndpoint },
  "webhooks.delivery": {
    roles: readers,
    success: 200,
    own: async (world) => {
      const { path } = await newEndpoint(world);
      const { sql } = world.api;
      const [eventId, deliveryId] = [newId(), newId()];
      await sql`insert into events (id, workspace_id, type, body, created_at)
        values (${eventId}, ${world.workspace.id}, 'domain.expired', '{}', now())`;
      await sql`insert into deliveries (id, endpoint_id, event_id, event_type, status, created_at)
        select ${deliveryId}, id, ${eventId}, 'domain.expired', 'pending', now()
        from webhook_endpoints where workspace_id = ${world.workspace.id} order by id desc limit 1`;
      return { path: { ...path, id: publicId("whd", deliveryId) } };
    },
    missing: { path: { id: unknownDelivery } },
  },
};

let api: Api;
let world: World;
let description: Description;

beforeAll(async () => {
  api = await startApi();
  const workspace = await api.createWorkspace();
  const other = await api.createWorkspace();
  const [admin, member, billing, readOnly, outsider] = await Promise.all([
    workspace.join("admin"),
    workspace.join("member"),
    workspace.join("billing"),
    workspace.join("read_only"),
    api.createPersonWithoutWorkspace(),
  ]);
  world = {
    api,
    workspace,
    people: {
      signed_out: undefined,
      no_workspace: outsider,
      owner: workspace.owner,
      admin,
      member,
      billing,
      read_only: readOnly,
      other_workspace: other.owner,
    },
  };
  description = (await api.call({ path: "/openapi.json" })).json;
});
afterAll(() => api?.[Symbol.asyncDispose]());

function expected(row: Row, caller: Caller): number {
  if (caller === "signed_out") return 401;
  if (caller === "no_workspace") return row.isPersonal ? row.success : 403;
  if (caller === "other_workspace") return row.missing ? 404 : row.success;
  return row.roles.includes(caller) ? row.success : 403;
}

const withoutRequestId = ({ text }: Answer) => text.replaceAll(/req_[0-9a-z_]{41}/g, "<request>");

function rest(method: string, path: string, target: Target, caller: Caller) {
  const query = new URLSearchParams(target.query).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => target.path?.[name] ?? "");
  return api.call({
    method,
    path: query ? `${filled}?${query}` : filled,
    cookie: world.people[caller]?.cookie,
    body: target.body,
  });
}

function trpc(kind: string, procedure: string, target: Target, caller: Caller) {
  const input = { ...target.path, ...target.query, ...target.body };
  const hasInput = Object.keys(input).length > 0;
  const cookie = world.people[caller]?.cookie;
  if (kind === "mutation")
    return api.call({ method: "POST", path: `/trpc/${procedure}`, cookie, body: hasInput ? input : "" });
  const query = hasInput ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
  return api.call({ path: `/trpc/${procedure}${query}`, cookie });
}

/** Every caller's answer to a row, and for a stranger that it tells nothing. */
async function checkRow(row: Row, send: (target: Target, caller: Caller) => Promise<Answer>) {
  const answers: Partial<Record<Caller, number>> = {};
  for (const caller of callers) {
    const target = (await row.own?.(world)) ?? {};
    const answer = await send(target, caller);
    answers[caller] = answer.status;
    if (caller !== "other_workspace") continue;
    if (row.missing) {
      const missing = await send(row.missing, caller);
      expect(withoutRequestId(answer)).toBe(withoutRequestId(missing));
    } else expect(answer.text).not.toContain(world.workspace.id);
  }
  expect(answers).toEqual(Object.fromEntries(callers.map((caller) => [caller, expected(row, caller)])));
}

const router = createAppRouter({} as never);
const procedures = router._def.procedures as unknown as Record<string, { _def: { type: string } }>;

describe("the rights matrix over REST", () => {
  it("has a row for every operation that is published, and no row for one that is not", () => {
    const published = Object.values(description.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => operation.operationId),
    );
    expect([...Object.keys(restRows), ...Object.keys(openRows)].sort()).toEqual(published.sort());
  });

  it.each(Object.keys(restRows))("answers every kind of caller of %s as its row says", async (id) => {
    const found = Object.entries(description.paths)
      .flatMap(([path, methods]) => Object.entries(methods).map(([method, o]) => ({ path, method, o })))
      .find(({ o }) => o.operationId === id);
    if (!found) throw new Error(`${id} is not published`);
    const method = found.method.toUpperCase();
    await checkRow(restRows[id] as Row, (target, caller) => rest(method, found.path, target, caller));
  });
});

describe("the rights matrix over tRPC", () => {
  it("has a row for every procedure of the router, and no row for one that is not", () => {
    expect(Object.keys(trpcRows).sort()).toEqual(Object.keys(procedures).sort());
  });

  it.each(Object.keys(trpcRows))("answers every kind of caller of %s as its row says", async (name) => {
    const kind = procedures[name]?._def.type ?? "";
    await checkRow(trpcRows[name] as Row, (target, caller) => trpc(kind, name, target, caller));
  });
});

describe("what the matrix leaves behind", () => {
  it("is no change by anyone whose calls were refused", async () => {
    const entries = await api.db
      .select({ actor: auditEntries.actor })
      .from(auditEntries)
      .where(
        and(eq(auditEntries.workspaceId, world.workspace.id), notLike(auditEntries.action, "session.%")),
      );
    const actors = new Set(entries.map(({ actor }) => actor.id));
    expect(actors).toEqual(new Set(writers.map((role) => world.people[role]?.id)));
  });
});

// At the end: signing out ends the sessions that everything above uses.
describe("the open operations", () => {
  it.each(Object.keys(openRows))("answers every kind of caller of %s as its row says", async (id) => {
    const found = Object.entries(description.paths)
      .flatMap(([path, methods]) => Object.entries(methods).map(([method, o]) => ({ path, method, o })))
      .find(({ o }) => o.operationId === id);
    if (!found) throw new Error(`${id} is not published`);
    const answers: Partial<Record<Caller, number>> = {};
    const asked = openRows[id]?.asked ?? callers;
    for (const caller of asked) {
      const { status } = await rest(
        found.method.toUpperCase(),
        found.path,
        openRows[id]?.target ?? {},
        caller,
      );
      answers[caller] = status;
    }
    expect(answers).toEqual(
      Object.fromEntries(asked.map((caller) => [caller, openRows[id]?.answers(caller)])),
    );
  });
});
