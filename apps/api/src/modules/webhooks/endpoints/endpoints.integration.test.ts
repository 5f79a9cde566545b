import { auditEntries, deliveryQueue, webhookEndpoints } from "@zonepost/db";
import {
  type CurrentSession,
  type WebhookEndpoint,
  type WebhookEndpointCreated,
  webhookDelivery,
  webhookEndpoint,
  webhookEndpointCreated,
  webhookEndpointLimit,
  workspaceRoles,
} from "@zonepost/schema";
import { createSecretBox } from "@zonepost/secret-box";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { fixture, setUpWebhooks, workspace } from "../../../../test/support/webhooks/set-up-webhooks.ts";
import type { PersonCtx, WorkspaceCtx } from "../../../kernel/ctx.ts";
import { unauthenticated } from "../../../kernel/errors.ts";
import { isPublished, type WorkspaceOperation } from "../../../kernel/http/operation.ts";
import { createToProblem } from "../../../kernel/http/problem.ts";
import { createCallerFactory } from "../../../kernel/http/trpc.ts";
import { rowId } from "../../../kernel/ids.ts";
import { createWebhooksRouter, webhookOperations } from "../index.ts";
import { secretOwner } from "../model/secret-owner.ts";

let owner: WorkspaceCtx;
let stranger: WorkspaceCtx;

setUpWebhooks();
beforeEach(async () => {
  owner = workspace.ctx();
  stranger = (await fixture.createWorkspace()).ctx();
});

const url = "https://hooks.example.com/zonepost";

/** Calls an operation as the REST router does, with its input and output schemas. */
async function call(
  operationId: string,
  ctx: WorkspaceCtx,
  input: { id?: string; body?: unknown; query?: object } = {},
) {
  const operations: Record<string, WorkspaceOperation> = webhookOperations(fixture.strictPorts);
  const found = operations[operationId];
  if (!found) {
    throw new Error(`no operation ${operationId}`);
  }
  const { value } = await found.run(ctx, {
    parameters: found.parameters ? { id: input.id } : {},
    query: input.query ?? {},
    readBody: () => (found.body ? input.body : undefined),
    pointers: { parameters: "/path", query: "/query" },
  });
  return value;
}

const create = (body: object = {}, ctx = owner) =>
  call("createWebhookEndpoint", ctx, {
    body: { url, events: ["*"], ...body },
  }) as Promise<WebhookEndpointCreated>;
const list = (ctx = owner, query = {}) =>
  call("listWebhookEndpoints", ctx, { query }) as Promise<WebhookEndpoint[]>;
const get = (id: string, ctx = owner) => call("getWebhookEndpoint", ctx, { id }) as Promise<WebhookEndpoint>;
const update = (id: string, body: object, ctx = owner) =>
  call("updateWebhookEndpoint", ctx, { id, body }) as Promise<WebhookEndpoint>;

const panel = (ctx: WorkspaceCtx | null = owner) =>
  createCallerFactory(createWebhooksRouter(fixture.strictPorts))({
    entered: ctx
      ? {
          personCtx: {} as PersonCtx,
          workspaceCtx: ctx,
          operatorCtx: null,
          currentSession: () => ({}) as CurrentSession,
        }
      : unauthenticated(),
    requestId: "req_test",
    toProblem: createToProblem("http://api.test"),
  });

const missing = { kind: "not_found", code: "not_found" };
const unknownEndpointId = "whe_01k3v2m8q4f7x9b0c1d2e3f4g5";

describe("creating an endpoint", () => {
  it("returns the secret only once, and stores it encrypted", async () => {
    const created = await create({ events: ["domain.registered", "domain.registered"], description: "Ours" });
    expect(webhookEndpointCreated.parse(created)).toEqual({
      id: expect.stringMatching(/^whe_/),
      url,
      events: ["domain.registered"],
      description: "Ours",
      tags: [],
      ordered: false,
      active: true,
      consecutiveFailures: 0,
      createdAt: "2026-03-01T09:30:00.000Z",
      deactivatedAt: null,
      deactivationReason: null,
      rotation: null,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const { secret = "", ...shown } = created;
    expect(await get(created.id)).toEqual(shown);
    expect(await list()).toEqual([shown]);
    expect(await panel().get({ id: created.id })).toEqual(shown);
    const row = await fixture.endpoint(created.id);
    expect(JSON.stringify(row)).not.toContain(secret.slice("whsec_".length));
    expect(fixture.ports.secretBox.open(row.secretEncrypted, secretOwner(row.id))).toBe(secret);
    expect(() => fixture.ports.secretBox.open(row.secretEncrypted, secretOwner(unknownEndpointId))).toThrow();
    const otherKey = createSecretBox([Buffer.alloc(32, 8).toString("base64")]);
    expect(() => otherKey.open(row.secretEncrypted, secretOwner(row.id))).toThrow();
    const audits = await fixture.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.workspaceId, workspace.id));
    expect(audits).toMatchObject([{ action: "webhook_endpoint.created", target: created.id }]);
    expect(JSON.stringify(audits)).not.toContain(secret.slice("whsec_".length));
  });

  it("stores tags in lower case, each once, and lists the endpoints with a tag", async () => {
    const tagged = await create({ tags: [" Billing", "billing", "Üben"] });
    expect(tagged).toMatchObject({ tags: ["billing", "üben"] });
    await create({ tags: ["other"] });
    await create({ tags: ["billing"] }, stranger);
    const idsOf = async (tag: string) => (await list(owner, { tag })).map(({ id }) => id);
    expect(await idsOf("billing")).toEqual([tagged.id]);
    expect(await idsOf(" ÜBEN ")).toEqual([tagged.id]);
    expect(await idsOf("bill")).toEqual([]);
    await expect(list(owner, { tag: "" })).rejects.toMatchObject({ fields: [{ pointer: "/query/tag" }] });
    expect(await update(tagged.id, { tags: [] })).toMatchObject({ tags: [] });
    expect(await idsOf("billing")).toEqual([]);
  });

  it("gives every endpoint its own secret, even at the same URL", async () => {
    const [one, other] = [await create(), await create()];
    expect(one.id).not.toBe(other.id);
    expect(one.secret).not.toBe(other.secret);
  });

  it.each([
    ["http://hooks.example.com/", "Use https."],
    ["https://127.0.0.1/", "Private and reserved addresses are not allowed."],
    ["https://2130706433/", "Private and reserved addresses are not allowed."],
    ["https://localhost/", "Use a full public hostname, such as hooks.example.com."],
    ["https://receiver.internal/", "Use a public hostname. .internal is not on the public internet."],
    ["https://user:pass@hooks.example.com/", "Remove the username and password."],
    ["https://hooks.example.com:25/", "Port 25 belongs to another protocol. Use a different one."],
    ["hooks.example.com", "Enter a full URL that starts with https://."],
  ])("rejects %s with a pointer to the URL, and creates nothing", async (refused, message) => {
    await expect(create({ url: refused })).rejects.toMatchObject({
      kind: "invalid",
      fields: [{ pointer: "/url", message }],
    });
    expect(await list()).toEqual([]);
  });

  it("reports a URL that is refused together with all other mistakes, on creation and on a change", async () => {
    const body = { url: "https://10.0.0.1/", events: ["domain.exploded"], ordered: "yes", extra: 1 };
    const errors = {
      kind: "invalid",
      fields: expect.arrayContaining([
        {
          pointer: "/events/0",
          message: 'Use event types that GET /webhooks/event-types lists, or "*".',
        },
        { pointer: "/ordered", message: expect.any(String) },
        { pointer: "/extra", message: expect.any(String) },
        { pointer: "/url", message: "Private and reserved addresses are not allowed." },
      ]),
    };
    const { id } = await create();
    await expect(create(body)).rejects.toMatchObject(errors);
    await expect(update(id, body)).rejects.toMatchObject(errors);
    await expect(panel().create(body as never)).rejects.toMatchObject({ cause: errors });
    await expect(panel().update({ id, ...body } as never)).rejects.toMatchObject({ cause: errors });
  });

  it.each([
    [{ events: [] }, "/events"],
    [{ events: ["domain.exploded"] }, "/events/0"],
    [{ events: "*" }, "/events"],
    [{ url: 5 }, "/url"],
    [{ url: `https://example.com/${"x".repeat(2048)}` }, "/url"],
    [{ tags: [" "] }, "/tags/0"],
    [{ tags: ["a".repeat(31)] }, "/tags/0"],
    [{ tags: ["one,two"] }, "/tags/0"],
    [{ tags: ["one", "t\two"] }, "/tags/1"],
    [{ tags: Array.from({ length: 11 }, (_, index) => `tag ${index}`) }, "/tags"],
    [{ ordered: "yes" }, "/ordered"],
    [{ secret: "whsec_mine" }, "/secret"],
    [{ active: false }, "/active"],
  ])("rejects %j", async (body, pointer) => {
    await expect(create(body)).rejects.toMatchObject({ kind: "invalid", fields: [{ pointer }] });
    expect(await list()).toEqual([]);
  });

  it("drops a fragment, which is never sent", async () => {
    expect((await create({ url: `${url}?key=1#part` })).url).toBe(`${url}?key=1`);
  });

  it("stops at the workspace's limit, even with simultaneous requests, ignoring other workspaces", async () => {
    const now = fixture.clock.at;
    for (let count = 0; count < webhookEndpointLimit - 3; count += 1) {
      await create();
    }
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => create()));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    for (const result of results) {
      if (result.status === "rejected") {
        expect(result.reason).toMatchObject({ kind: "conflict", code: "webhook_endpoint_limit" });
      }
    }
    expect(await list()).toHaveLength(webhookEndpointLimit);
    expect(await create({}, stranger)).toMatchObject({ active: true, createdAt: now.toISOString() });
  });
});

describe("updating an endpoint", () => {
  it("changes only the given fields", async () => {
    const { id, secret: _, ...created } = await create({ description: "Old" });
    expect(await update(id, { description: "New" })).toEqual({ ...created, id, description: "New" });
    const moved = await update(id, { url: "https://other.example.com/x#y", events: ["payment.failed", "*"] });
    expect(moved).toMatchObject({ url: "https://other.example.com/x", events: ["*"], description: "New" });
    expect(await get(id)).toEqual(moved);
  });

  it("pauses with active false, which only reactivation undoes", async () => {
    const { id } = await create();
    fixture.clock.advance(1_000);
    expect(await update(id, { active: false })).toMatchObject({
      active: false,
      deactivatedAt: fixture.clock.at.toISOString(),
      deactivationReason: "paused",
    });
    await expect(update(id, { active: true })).rejects.toMatchObject({ fields: [{ pointer: "/active" }] });
    const reactivated = await call("reactivateWebhookEndpoint", owner, { id, body: {} });
    expect(reactivated).toMatchObject({ active: true, deactivatedAt: null, deactivationReason: null });
    expect(await call("reactivateWebhookEndpoint", owner, { id, body: {} })).toEqual(reactivated);
  });

  it.each([{}, { url: "https://10.0.0.1/" }, { events: ["nothing"] }, { secret: "x" }, { id: "x" }])(
    "rejects %j and changes nothing",
    async (patch) => {
      const { id, secret: _, ...created } = await create();
      await expect(update(id, patch)).rejects.toMatchObject({ kind: "invalid" });
      expect(await get(id)).toEqual({ ...created, id });
    },
  );

  it("applies the order to what is already queued, unless a worker is about to record it", async () => {
    const [{ id }, other] = [await create({ ordered: true }), await create()];
    await workspace.emit(2);
    const rowIds = { own: rowId("whe", id), other: rowId("whe", other.id) };
    const queued = async () => {
      const rows = await fixture.db.select().from(deliveryQueue);
      const areOrdered = (endpointId = "") =>
        rows.filter((row) => row.endpointId === endpointId).map(({ isOrdered }) => isOrdered);
      return { own: areOrdered(rowIds.own), other: areOrdered(rowIds.other) };
    };
    expect(await queued()).toEqual({ own: [true, true], other: [false, false] });
    expect(await update(id, { ordered: false })).toMatchObject({ ordered: false });
    expect(await queued()).toEqual({ own: [false, false], other: [false, false] });
    await fixture.db.transaction(async (recording) => {
      const ofOwn = eq(deliveryQueue.endpointId, rowIds.own ?? "");
      await recording.select().from(deliveryQueue).where(ofOwn).limit(1).for("update");
      expect(await update(id, { ordered: true })).toMatchObject({ ordered: true });
    });
    expect((await queued()).own.toSorted()).toEqual([false, true]);
  });

  it("resets the failure count with another URL", async () => {
    const { id } = await create();
    await fixture.db.update(webhookEndpoints).set({ consecutiveFailures: 7, probeAt: fixture.clock.at });
    expect(await update(id, { description: "same place" })).toMatchObject({ consecutiveFailures: 7 });
    expect(await update(id, { url: "https://other.example.com/" })).toMatchObject({ consecutiveFailures: 0 });
  });
});

describe("deleting an endpoint", () => {
  it("removes it, and returns 404 the second time", async () => {
    const { id } = await create();
    await call("deleteWebhookEndpoint", owner, { id });
    expect(await list()).toEqual([]);
    await expect(get(id)).rejects.toMatchObject(missing);
    await expect(call("deleteWebhookEndpoint", owner, { id })).rejects.toMatchObject(missing);
  });
});

const operationsOnOne = Object.values(webhookOperations({} as never))
  .filter(isPublished)
  .filter(({ path }) => path.includes("{id}") && !path.includes("{deliveryId}"));

const bodies: Record<string, object> = {
  createWebhookEndpoint: { url, events: ["*"] },
  updateWebhookEndpoint: { description: "mine now" },
  sendWebhookTestEvent: { type: "domain.expired" },
  startWebhookCatchUp: { since: "2026-03-01T00:00:00.000Z" },
};
const bodyOf = (operationId: string) => bodies[operationId] ?? {};

describe("an endpoint with a very long queue", () => {
  const queue = async (endpointId: string, count: number) => {
    await fixture.db.execute(sql`
      insert into delivery_queue (workspace_id, delivery_id, endpoint_id, event_id, subject, sequence, due_at)
      select ${workspace.id}::uuid, uuidv7(), ${rowId("whe", endpointId)}::uuid, uuidv7(), 'a.com', number,
        ${fixture.clock.at.toISOString()}::timestamptz
      from generate_series(1, ${count}::int) number`);
  };

  it("keeps its order, since everyone would wait for the change", async () => {
    const { id } = await create();
    await queue(id, 10_001);
    await expect(update(id, { ordered: true })).rejects.toMatchObject({
      kind: "conflict",
      code: "webhook_queue_too_long",
    });
    expect(await get(id)).toMatchObject({ ordered: false });
    expect(await update(id, { description: "busy" })).toMatchObject({ description: "busy" });
  });

  it("is deleted at once, and workers skip what is left", async () => {
    const { id } = await create();
    await queue(id, 10_003);
    await call("deleteWebhookEndpoint", owner, { id });
    expect(await fixture.queueLength()).toBe(3);
    await fixture.runSweep();
    expect(await fixture.queueLength()).toBe(0);
  });
});

describe("another workspace's endpoint", () => {
  it.each(operationsOnOne.map(({ operationId }) => operationId))(
    "gets the same response from %s as a missing one or an invalid id, and stays unchanged",
    async (operationId) => {
      const created = await create();
      const body = bodyOf(operationId);
      const errors: unknown[] = [];
      for (const id of [created.id, unknownEndpointId, "no-id", created.id.replace("whe_", "whd_")]) {
        errors.push(await call(operationId, stranger, { id, body }).catch((error: unknown) => error));
      }
      const problem = createToProblem("http://api.test");
      for (const error of errors) {
        expect(error).toMatchObject(missing);
        expect(problem(error, "req")).toEqual(problem(errors[0], "req"));
      }
      const { secret: _, ...shown } = created;
      expect(await get(created.id)).toEqual(shown);
    },
  );

  it("is missing over tRPC too, with its deliveries", async () => {
    const { id } = await create();
    await workspace.emit();
    const { deliveries } = await panel().deliveryPage({ id });
    const theirs = panel(stranger);
    const notFound = { code: "NOT_FOUND" };
    await expect(theirs.get({ id })).rejects.toMatchObject(notFound);
    await expect(theirs.update({ id, description: "x" })).rejects.toMatchObject(notFound);
    await expect(theirs.delete({ id })).rejects.toMatchObject(notFound);
    await expect(theirs.reactivate({ id })).rejects.toMatchObject(notFound);
    await expect(theirs.sendTest({ id, type: "domain.expired" })).rejects.toMatchObject(notFound);
    await expect(theirs.rotateSecret({ id })).rejects.toMatchObject(notFound);
    await expect(theirs.switchSecret({ id })).rejects.toMatchObject(notFound);
    await expect(theirs.cancelRotation({ id })).rejects.toMatchObject(notFound);
    await expect(theirs.deliveryPage({ id })).rejects.toMatchObject(notFound);
    await expect(theirs.health({ id })).rejects.toMatchObject(notFound);
    await expect(theirs.delivery({ id, deliveryId: deliveries[0]?.id ?? "" })).rejects.toMatchObject(
      notFound,
    );
    expect(await theirs.list()).toEqual([]);
  });
});

describe("the panel's procedures", () => {
  it("do the same as the REST operations", async () => {
    const created = await panel().create({ url, events: ["*"] });
    expect(webhookEndpointCreated.parse(created)).toEqual(created);
    expect(await panel().update({ id: created.id, active: false })).toMatchObject({ active: false });
    expect(await panel().reactivate({ id: created.id })).toMatchObject({ active: true });
    await workspace.emit();
    const { deliveries } = await panel().deliveryPage({ id: created.id });
    expect(z.array(webhookDelivery).parse(deliveries)).toEqual(deliveries);
    const detail = await panel().delivery({ id: created.id, deliveryId: deliveries[0]?.id ?? "" });
    expect(JSON.parse(detail.body)).toMatchObject({ type: "domain.transferred", id: detail.eventId });
    expect(await panel().health({ id: created.id })).toMatchObject({ waiting: 1 });
    expect(z.array(webhookEndpoint).parse(await panel().list())).toHaveLength(1);
    await panel().delete({ id: created.id });
    expect(await panel().list()).toEqual([]);
  });

  it("require a session, and at least one field to change", async () => {
    await expect(panel(null).list()).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    const { id } = await create();
    await expect(panel().update({ id })).rejects.toMatchObject({ code: "UNPROCESSABLE_CONTENT" });
  });
});

describe("roles", () => {
  it.each(workspaceRoles)("give %s exactly the rights of each operation", async (role) => {
    const { id } = await create();
    const mayRead = role !== "billing";
    const mayWrite = role === "owner" || role === "admin";
    const ctx = workspace.ctx(role);
    for (const { operationId, right, path } of Object.values(webhookOperations(fixture.strictPorts)).filter(
      isPublished,
    )) {
      if (path.includes("{deliveryId}")) {
        continue;
      }
      const target = operationId.startsWith("delete") ? (await create()).id : id;
      const body = bodyOf(operationId);
      const allowed = right === "webhooks:write" ? mayWrite : mayRead;
      const refusal = await call(operationId, ctx, { id: target, body }).then(
        () => undefined,
        (error: { kind?: string }) => error.kind,
      );
      // Found after the right was checked: a conflict, or an endpoint without a catch-up.
      const isRefused = refusal !== undefined && refusal !== "conflict" && refusal !== "not_found";
      expect(isRefused ? refusal : "allowed", operationId).toBe(allowed ? "allowed" : "forbidden");
    }
  });

  it("are checked by the use cases first", async () => {
    const ctx = workspace.ctx("billing");
    await expect(panel(ctx).health({ id: "no-id" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(panel(ctx).delivery({ id: "no-id", deliveryId: "no-id" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(panel(workspace.ctx("member")).delete({ id: "no-id" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });
});

describe("reactivating an endpoint", () => {
  it("requires a person; API keys can't do it", () => {
    const found = operationsOnOne.find(({ operationId }) => operationId === "reactivateWebhookEndpoint");
    expect(found?.sessionOnly).toBe(true);
  });
});
