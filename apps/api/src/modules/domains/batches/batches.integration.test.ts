import { once } from "node:events";
import {
  auditEntries,
  domainBatches,
  domainBatchItems,
  domainHistory,
  domains,
  events,
  members,
} from "@zonepost/db";
import type { DomainBatch, DomainBatchChange, DomainBatchDetails } from "@zonepost/schema";
import { and, eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newApiKey } from "../../../../test/support/accounts/api-key.ts";
import {
  createDomainFixture,
  type DomainFixture,
  registrarsOf,
  silentDns,
} from "../../../../test/support/domains/domain-fixture.ts";
import { startWorkerProcess } from "../../../../test/support/kill-workers.ts";
import { type Api, type Person, startApi, type Workspace } from "../../../../test/support/start-api.ts";
import { until } from "../../../../test/support/until.ts";
import { newId, publicId, rowId } from "../../../kernel/ids.ts";
import { createPerson } from "../../accounts/index.ts";
import type { Registrar } from "../index.ts";
import { syncWithRegistry } from "../registry-sync/sync-with-registry.ts";
import { getBatch } from "./list-batches.ts";
import { type BatchCtx, processBatches } from "./process-batches.ts";
import { queueBatch } from "./queue-batch.ts";

const asLines = ({ items }: DomainBatchDetails) =>
  items.map(({ domainName, state, reason }) => [domainName, state, reason?.code ?? null]);
const locked = "clientTransferProhibited";

describe("a batch", () => {
  let api: Api;
  let workspace: Workspace;
  let owner: Person;
  beforeAll(async () => {
    api = await startApi();
    workspace = await api.createWorkspace();
    ({ owner } = workspace);
    await api.startWorker();
  });
  afterAll(() => api?.[Symbol.asyncDispose]());

  type Headers = { cookie?: string; headers?: Record<string, string> };
  const post = (body: unknown, as: Headers = { cookie: owner.cookie }) =>
    api.call({ method: "POST", path: "/domain-batches", body, ...as });
  async function request(names: string[], change: unknown, as?: Headers): Promise<DomainBatch> {
    const answer = await post({ names, change }, as);
    expect([answer.status, answer.json?.errors]).toEqual([201, undefined]);
    return answer.json;
  }
  const read = async (id: string, cookie = owner.cookie): Promise<DomainBatchDetails> =>
    (await api.call({ path: `/domain-batches/${id}`, cookie })).json;
  const finished = (id: string) =>
    until("the batch is finished", async () => {
      const batch = await read(id);
      return batch.state === "finished" ? batch : undefined;
    });
  const rowOf = async (name: string) => {
    const [row] = await api.db.select().from(domains).where(eq(domains.name, name));
    if (!row) {
      throw new Error(`there is no row for ${name}`);
    }
    return row;
  };
  const addDomains = (count: number) =>
    Promise.all(Array.from({ length: count }, () => workspace.addDomain()));

  it("returns immediately with each name once, and ends with a result for each", async () => {
    const names = await addDomains(3);
    const batch = await request([...names, names[0]?.toUpperCase() ?? ""], { autoRenew: false });
    expect(batch).toMatchObject({
      id: expect.stringMatching(/^dba_/),
      state: "running",
      change: { autoRenew: false },
      total: 3,
      succeeded: 0,
      failed: 0,
      requestedBy: { kind: "user", name: owner.email },
      finishedAt: null,
    });
    const done = await finished(batch.id);
    expect(done).toMatchObject({ total: 3, succeeded: 3, failed: 0, finishedAt: expect.any(String) });
    expect(asLines(done)).toEqual(names.map((name) => [name, "succeeded", null]));
    for (const name of names) {
      expect((await rowOf(name)).autoRenew).toBe(false);
    }
  });

  it("fails for names that can't be changed, each with its own reason, and changes all others", async () => {
    const stranger = await (await api.createWorkspace()).addDomain();
    const expired = await workspace.addDomain({ status: "expired" });
    const [good = ""] = await addDomains(1);
    const nameservers = ["ns1.elsewhere.net", "ns2.elsewhere.net"];
    const { id } = await request([stranger, "not-registered.com", expired, good], {
      nameservers: nameservers.map((host) => ({ host })),
    });
    expect(asLines(await finished(id))).toEqual([
      [stranger, "failed", "not_found"],
      ["not-registered.com", "failed", "not_found"],
      [expired, "failed", expect.stringMatching(/expired|not_active/)],
      [good, "succeeded", null],
    ]);
    expect((await rowOf(good)).nameservers).toEqual(nameservers);
  });

  it("explains for each name what is wrong with the change", async () => {
    const [name = ""] = await addDomains(1);
    const { id } = await request([name], { nameservers: [{ host: "ns1.elsewhere.net" }] });
    const [item] = (await finished(id)).items;
    expect(item).toMatchObject({ state: "failed", reason: { code: "invalid_input" } });
    expect(item?.reason?.message).toBe("Enter 2 to 13 nameservers, or none.");
    const under = await request([name], {
      nameservers: [{ host: `ns1.${name}` }, { host: "ns2.elsewhere.net" }],
    });
    expect((await finished(under.id)).items[0]?.reason?.message).toBe(
      `ns1.${name}: Add at least one IP address. The host is under this domain.`,
    );
    const german = await workspace.addDomain({ name: `test-${newId()}.de` });
    const privacy = await request([german, name], { whoisPrivacy: false });
    expect(asLines(await finished(privacy.id)).map(([, state]) => state)).toEqual(["failed", "failed"]);
  });

  it("is attributed to the actor and request that created it, at the registry too", async () => {
    const [name = ""] = await addDomains(1);
    const answer = await post({ names: [name], change: { locked: true } });
    await finished(answer.json.id);
    expect((await rowOf(name)).registryStatuses).toContain(locked);
    const requestId = String(answer.headers["x-request-id"]);
    const entries = await api.db
      .select({ action: auditEntries.action, actor: auditEntries.actor })
      .from(auditEntries)
      .where(eq(auditEntries.requestId, requestId));
    expect(entries.map(({ action, actor }) => [action, actor.name])).toEqual([
      ["domain.batch_requested", owner.email],
      ["domain.locked", owner.email],
    ]);
    const again = await request([name], { locked: true });
    expect(asLines(await finished(again.id))).toEqual([[name, "succeeded", null]]);
    const history = await api.db
      .select()
      .from(domainHistory)
      .where(eq(domainHistory.domainId, (await rowOf(name)).id));
    expect(history).toHaveLength(1);
  });

  it("is listed newest first, with pagination, to those who may see it", async () => {
    const names = await addDomains(2);
    const limited = await workspace.join("member", { domainNames: [names[0] ?? ""] });
    const own = await request(names, { autoRenew: true }, { cookie: limited.cookie });
    const other = await request(names, { autoRenew: true });
    expect(asLines(await finished(own.id))).toEqual([
      [names[0], "succeeded", null],
      [names[1], "failed", "not_found"],
    ]);
    const list = async (query = "", cookie = owner.cookie) =>
      api.call({ path: `/domain-batches${query}`, cookie });
    const ids = (await list()).json.map(({ id }: DomainBatch) => id);
    expect(ids.slice(0, 2)).toEqual([other.id, own.id]);
    const first = await list("?limit=1");
    expect(first.json.map(({ id }: DomainBatch) => id)).toEqual([other.id]);
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? "";
    const second = await list(new URL(next, api.address).search);
    expect(second.json.map(({ id }: DomainBatch) => id)).toEqual([own.id]);
    expect((await list("?limit=1&cursor=nonsense")).status).toBe(422);
    expect((await list("", limited.cookie)).json.map(({ id }: DomainBatch) => id)).toEqual([own.id]);
    expect(await read(other.id, limited.cookie)).toMatchObject({ status: 404 });
    const stranger = (await api.createWorkspace()).owner.cookie;
    expect((await list("", stranger)).json).toEqual([]);
    expect(await read(other.id, stranger)).toMatchObject({ status: 404 });
  });

  it.each([
    [{ names: [], change: { locked: true } }, "/names"],
    [
      { names: Array.from({ length: 1001 }, (_, at) => `name-${at}.com`), change: { locked: true } },
      "/names",
    ],
    [{ names: ["not a name"], change: { locked: true } }, "/names/0"],
    [{ names: ["example.com"], change: {} }, "/change"],
    [{ names: ["example.com"], change: { locked: true, autoRenew: true } }, "/change"],
    [{ names: ["example.com"], change: { nameservers: [] } }, "/change/nameservers"],
    [
      { names: ["example.com"], change: { nameservers: [{ host: "ns1.example.net" }, { host: "no host" }] } },
      "/change/nameservers/1/host",
    ],
    [{ names: ["example.com"], change: { locked: "yes" } }, "/change/locked"],
    [{ names: ["example.com"], change: { status: "deleted" } }, "/change"],
    [{ names: ["example.com"], change: { contacts: {} } }, "/change/contacts"],
    [{ names: ["example.com"], change: { contacts: { registrantId: "dana" } } }, "/change/contacts"],
    [{ names: ["example.com"], change: { deleted: true } }, "/change"],
    [{ names: ["example.com"], change: { deleted: false, confirmCount: 1 } }, "/change"],
    [
      { names: ["example.com", "Example.com"], change: { deleted: true, confirmCount: 2 } },
      "/change/confirmCount",
    ],
    [
      { names: ["example.com"], change: { deleted: true, confirmCount: 2 }, dryRun: true },
      "/change/confirmCount",
    ],
  ])("is rejected as a whole if it is invalid", async (body, pointer) => {
    const answer = await post(body);
    expect([answer.status, answer.json.errors[0].pointer.startsWith(pointer)]).toEqual([422, true]);
  });

  it("deletes domains only for those who may give up a name, and changes nothing in a dry run", async () => {
    const names = await addDomains(2);
    const change = { deleted: true, confirmCount: 2 };
    const member = await workspace.join("member");
    const key = await newApiKey(api, workspace, { scopes: ["domains:read", "domains:write"] });
    for (const headers of [{ cookie: member.cookie }, { headers: key.headers }]) {
      for (const dryRun of [true, false]) {
        const answer = await post({ names, change, dryRun }, headers);
        expect([answer.status, answer.json.code]).toEqual([403, "forbidden"]);
      }
    }
    const preview = await post({ names, change, dryRun: true });
    expect([preview.status, preview.json]).toMatchObject([
      200,
      {
        dryRun: true,
        total: 2,
        wouldSucceedCount: 2,
        items: [{ before: { status: "active" }, after: { status: "redemption" } }, {}],
      },
    ]);
    expect((await rowOf(names[0] ?? "")).status).toBe("active");
    const { id } = await request(names, change);
    expect(asLines(await finished(id))).toEqual(names.map((name) => [name, "succeeded", null]));
    expect((await rowOf(names[0] ?? "")).status).toBe("redemption");
  });

  it("is created once for repeated requests with one idempotency key", async () => {
    const names = await addDomains(1);
    const headers = { "idempotency-key": newId() };
    const body = { names, change: { autoRenew: false } };
    const [one, other] = [
      await post(body, { cookie: owner.cookie, headers }),
      await post(body, { cookie: owner.cookie, headers }),
    ];
    expect(other.json.id).toBe(one.json.id);
    await finished(one.json.id);
  });

  it("stops when the actor loses the right, or the key is revoked", async () => {
    // Written directly, in the form of a request, before the worker can process them.
    const names = await addDomains(2);
    const demoted = await workspace.join("member");
    const gone = await workspace.join("member");
    const key = await newApiKey(api, workspace, { scopes: ["domains:read", "domains:write"] });
    const narrowed = await newApiKey(api, workspace, { domainNames: [names[0] ?? ""] });
    await api.db.update(members).set({ role: "read_only" }).where(eq(members.userId, demoted.id));
    await api.db.delete(members).where(eq(members.userId, gone.id));
    await api.sql`update api_keys set revoked_at = now() where id = ${key.rowId}`;
    const write = async (kind: "user" | "api_key", id: string) => {
      const batchId = newId();
      await api.db.transaction(async (tx) => {
        await tx.insert(domainBatches).values({
          id: batchId,
          workspaceId: workspace.id,
          change: { autoRenew: false },
          actor: { kind, id, name: "requester" },
          total: names.length,
          createdAt: new Date(),
        });
        await tx.insert(domainBatchItems).values(
          names.map((domainName, position) => ({
            batchId,
            position,
            domainName,
            state: "waiting" as const,
          })),
        );
        await tx.execute(`select pg_notify('zonepost_wake', 'batches')`);
      });
      return asLines(await finished(publicId("dba", batchId))).map(([, , code]) => code);
    };
    expect(await write("user", demoted.id)).toEqual(["forbidden", "forbidden"]);
    expect(await write("user", gone.id)).toEqual(["forbidden", "forbidden"]);
    expect(await write("api_key", key.rowId)).toEqual(["forbidden", "forbidden"]);
    expect(await write("api_key", narrowed.rowId)).toEqual([null, "not_found"]);
    expect((await rowOf(names[1] ?? "")).autoRenew).toBe(true);
  });
});

describe("processing batches", () => {
  let fixture: DomainFixture;
  beforeAll(async () => {
    fixture = await createDomainFixture();
  });
  afterAll(() => fixture?.[Symbol.asyncDispose]());

  const never = new AbortController().signal;

  async function setUp(count: number, change: DomainBatchChange = { locked: true }) {
    const { id: workspaceId, ctx: ctxOf } = await fixture.createWorkspace();
    const seat = {
      workspaceId,
      role: "owner" as const,
      domainNames: null,
      name: "Test",
      passwordHash: null,
      createdAt: new Date(),
    };
    const email = `owner-${newId()}@people.test`;
    const userId = await fixture.db.transaction((tx) => createPerson(tx, { ...seat, email }));
    const names: string[] = [];
    for (let at = 0; at < count; at += 1) {
      names.push(await fixture.addDomain(workspaceId));
    }
    const ctx = ctxOf();
    const requester = { ...ctx, actor: { ...ctx.actor, userId } } as typeof ctx;
    const { id } = await queueBatch(requester, { names, change });
    const batchRowId = rowId("dba", id) ?? "";
    return {
      names,
      batchRowId,
      read: () => getBatch(requester, id),
      /** Ends the lease of an item. */
      endLeases: () =>
        fixture.db
          .update(domainBatchItems)
          .set({ leasedUntil: new Date(0) })
          .where(and(eq(domainBatchItems.batchId, batchRowId), isNotNull(domainBatchItems.leasedUntil))),
    };
  }

  const ctxWith = (registrar: Registrar, wallNow = () => new Date()): BatchCtx => {
    const { actor: _, ...ctx } = fixture.systemCtx;
    return {
      ...ctx,
      clock: { ...ctx.clock, wallNow },
      registrars: registrarsOf(registrar),
      dns: silentDns,
      nameserverRules: { mustResolve: false, isRefusedAddress: () => false },
    };
  };
  const lockChangesOf = async (names: string[]) => {
    const rows = await fixture.db
      .select({ name: domains.name })
      .from(domainHistory)
      .innerJoin(domains, eq(domains.id, domainHistory.domainId))
      .where(eq(domainHistory.kind, "lock_change"));
    return names.map((name) => rows.filter((row) => row.name === name).length);
  };

  it("handles three domains per EPP session at a time, and shows its progress while it runs", async () => {
    const { read } = await setUp(50);
    let [running, most] = [0, 0];
    let gate = Promise.withResolvers<void>();
    const registrar: Registrar = {
      ...fixture.registrar,
      async changeLock(...change) {
        running += 1;
        most = Math.max(most, running);
        await gate.promise;
        running -= 1;
        return fixture.registrar.changeLock(...change);
      },
    };
    const work = processBatches(ctxWith(registrar), never);
    await until("24 are in hand", () => running === 24);
    expect(await read()).toMatchObject({ state: "running", total: 50, succeeded: 0 });
    const first = gate;
    gate = Promise.withResolvers();
    first.resolve();
    await until("the next 24 are", async () => running === 24 && (await read()).succeeded === 24);
    expect(await read()).toMatchObject({ state: "running", succeeded: 24 });
    gate.resolve();
    await work;
    expect(most).toBe(24);
    expect(await read()).toMatchObject({ state: "finished", succeeded: 50, failed: 0 });
  });

  it("handles no domain twice if two workers share a batch", async () => {
    const { names, read } = await setUp(20);
    const changed: string[] = [];
    const registrar: Registrar = {
      ...fixture.registrar,
      changeLock(name, ...change) {
        changed.push(name);
        return fixture.registrar.changeLock(name, ...change);
      },
    };
    await Promise.all([processBatches(ctxWith(registrar), never), processBatches(ctxWith(registrar), never)]);
    expect(changed.sort()).toEqual([...names].sort());
    expect(await read()).toMatchObject({ state: "finished", succeeded: 20 });
  });

  it("stops between two domains on request, and continues later", async () => {
    const { read } = await setUp(40);
    const stopping = new AbortController();
    const registrar: Registrar = {
      ...fixture.registrar,
      changeLock(...change) {
        stopping.abort();
        return fixture.registrar.changeLock(...change);
      },
    };
    await processBatches(ctxWith(registrar), stopping.signal);
    const { succeeded, failed, state } = await read();
    expect([state, failed]).toEqual(["running", 0]);
    expect(succeeded).toBeLessThanOrEqual(24);
    await processBatches(ctxWith(fixture.registrar), never);
    expect(await read()).toMatchObject({ state: "finished", succeeded: 40 });
  });

  it("doesn't delay a short batch behind a long one", async () => {
    const long = await setUp(60);
    const short = await setUp(2);
    const shortIsFinished = Promise.withResolvers<void>();
    const registrar: Registrar = {
      ...fixture.registrar,
      async changeLock(name, ...change) {
        if (long.names.includes(name)) {
          await shortIsFinished.promise;
        }
        return fixture.registrar.changeLock(name, ...change);
      },
    };
    const work = processBatches(ctxWith(registrar), never);
    try {
      await until("the short batch is finished", async () => (await short.read()).state === "finished");
      expect(await long.read()).toMatchObject({ state: "running", succeeded: 0 });
    } finally {
      shortIsFinished.resolve();
      await work;
    }
    expect(await long.read()).toMatchObject({ state: "finished", succeeded: 60 });
  });

  it("waits up to ten minutes for an unavailable registry", async () => {
    const absent = fixture.absentRegistrar();
    const { read, endLeases, batchRowId } = await setUp(3);
    const wallNow = new Date();
    await processBatches(
      ctxWith(absent, () => wallNow),
      never,
    );
    expect(await read()).toMatchObject({ state: "running", succeeded: 0, failed: 0 });
    const held = await fixture.db
      .select()
      .from(domainBatchItems)
      .where(eq(domainBatchItems.batchId, batchRowId));
    for (const { leasedUntil } of held) {
      expect(leasedUntil?.getTime()).toBeGreaterThan(wallNow.getTime());
    }
    await endLeases();
    await processBatches(ctxWith(fixture.registrar), never);
    expect(await read()).toMatchObject({ state: "finished", succeeded: 3 });

    const late = await setUp(2);
    await processBatches(
      ctxWith(absent, () => new Date(Date.now() + 10 * 60_000)),
      never,
    );
    expect((await late.read()).items.map(({ reason }) => reason?.code)).toEqual([
      "registry_unavailable",
      "registry_unavailable",
    ]);
    await absent.close();
  });

  it("counts a change that the registry completes later as succeeded, and says so", async () => {
    const { names, read } = await setUp(1);
    await fixture.registry.injectFault({ kind: "pending", command: "domain:update" });
    await processBatches(ctxWith(fixture.registrar), never);
    expect((await read()).items).toMatchObject([
      { state: "succeeded", reason: { code: "accepted_by_registry" } },
    ]);
    await fixture.registry.settlePending();
    await syncWithRegistry(fixture.systemCtx, never);
    expect(await lockChangesOf(names)).toEqual([1]);
  });

  it("finds a change whose answer was lost, and repeats nothing", async () => {
    const { names, read, endLeases } = await setUp(2);
    await fixture.registry.injectFault({ kind: "drop_after_write", command: "domain:update" });
    await fixture.registry.injectFault({ kind: "drop_before", command: "domain:update" });
    // In one moment: the other change waits ten seconds.
    const wallNow = new Date();
    await processBatches(
      ctxWith(fixture.registrar, () => wallNow),
      never,
    );
    expect(await read()).toMatchObject({ succeeded: 1, failed: 0 });
    await endLeases();
    await processBatches(ctxWith(fixture.registrar), never);
    expect(await read()).toMatchObject({ state: "finished", succeeded: 2 });
    expect(await lockChangesOf(names)).toEqual([1, 1]);
  });

  it("recovers what a killed worker did at the registry without recording it", async () => {
    const { names, read, endLeases } = await setUp(1);
    const [name = ""] = names;
    const vanished = new Error("the process is gone");
    const registrar: Registrar = {
      ...fixture.registrar,
      async changeLock(...change) {
        await fixture.registrar.changeLock(...change);
        throw vanished;
      },
    };
    const db = fixture.db;
    await processBatches(ctxWith(registrar), never);
    // The state after a process was killed: the item is pending, its lease and its intent are still active.
    await db.update(domainBatchItems).set({ state: "waiting", reason: null });
    await db.update(domainBatches).set({ finishedAt: null });
    await endLeases();
    await processBatches(ctxWith(fixture.registrar), never);
    expect(await read()).toMatchObject({ state: "finished", succeeded: 1 });
    expect(await lockChangesOf([name])).toEqual([1]);
    const history = await db
      .select({ actor: domainHistory.actor })
      .from(domainHistory)
      .innerJoin(domains, and(eq(domains.id, domainHistory.domainId), eq(domains.name, name)));
    expect(history.map(({ actor }) => actor.kind)).toEqual(["user"]);
  });
});

describe("a worker killed in the middle of a batch", () => {
  it("leaves nothing undone and nothing done twice", async () => {
    await using api = await startApi();
    const workspace = await api.createWorkspace();
    const names = await Promise.all(Array.from({ length: 40 }, () => workspace.addDomain()));
    const { cookie } = workspace.owner;
    const asked = await api.call({
      method: "POST",
      path: "/domain-batches",
      cookie,
      body: { names, change: { nameservers: [{ host: "ns1.new.net" }, { host: "ns2.new.net" }] } },
    });
    const read = async (): Promise<DomainBatchDetails> =>
      (await api.call({ path: `/domain-batches/${asked.json.id}`, cookie })).json;
    for (const share of [5, 15]) {
      const worker = await startWorkerProcess(api);
      await until("some are done", async () => (await read()).succeeded >= share);
      worker.kill("SIGKILL");
      await once(worker, "exit");
      await api.sql`update domain_batch_items set leased_until = 'epoch' where leased_until is not null`;
      await api.sql`update domain_intents set leased_until = 'epoch' where leased_until is not null`;
    }
    await api.startWorker();
    const done = await until("the batch is finished", async () => {
      const batch = await read();
      return batch.state === "finished" ? batch : undefined;
    });
    expect(done).toMatchObject({ total: 40, succeeded: 40, failed: 0 });
    const recorded = await api.db
      .select({ body: events.body })
      .from(events)
      .where(eq(events.type, "domain.nameservers_changed"));
    const changed = recorded.map(({ body }) => JSON.parse(body).data.name);
    expect(changed.sort()).toEqual([...names].sort());
  });
});
