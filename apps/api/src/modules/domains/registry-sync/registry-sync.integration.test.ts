import {
  auditEntries,
  deliveries,
  domainExpiryNotices,
  domainHistory,
  domainIntents,
  domains,
  events,
  webhookEndpoints,
} from "@zonepost/db";
import type { DsRecord } from "@zonepost/schema";
import { and, asc, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createDomainFixture,
  type DomainFixture,
  registrarsOf,
  silentDns,
} from "../../../../test/support/domain-fixture.ts";
import { whole } from "../../../../test/support/whole.ts";
import type { WorkspaceCtx } from "../../../kernel/ctx.ts";
import { AppError } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { publishDsRecord } from "../dnssec/publish-ds-record.ts";
import { removeDsRecord } from "../dnssec/remove-ds-record.ts";
import type { Registrar } from "../index.ts";
import { giveExpiryNotices } from "../lifecycle/give-expiry-notices.ts";
import { listDomains } from "../portfolio/list-domains.ts";
import { listHistory } from "../portfolio/list-history.ts";
import { RegistrarError } from "../ports.ts";
import { recordIntents } from "./intents/record-intents.ts";
import { reconcileDomain } from "./reconcile-domain.ts";
import { syncWithRegistry } from "./sync-with-registry.ts";

let fixture: DomainFixture;
beforeAll(async () => {
  fixture = await createDomainFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const ds = (keyTag: number): DsRecord => ({ keyTag, algorithm: 13, digestType: 2, digest: "AB".repeat(32) });
const servers = (...hosts: string[]) => hosts.map((host) => ({ host, addresses: [] }));
const never = new AbortController().signal;

async function setUp(options: Parameters<DomainFixture["addDomain"]>[1] = {}) {
  const workspace = await fixture.createWorkspace();
  const name = await fixture.addDomain(workspace.id, options);
  const ctx = { ...workspace.ctx(), registrars: fixture.registrars, dns: silentDns };
  return { workspace, name, ctx, publish: (dsRecord: DsRecord) => publishDsRecord(ctx, { name, dsRecord }) };
}

const rowOf = async (name: string) => {
  const [row] = await fixture.db.select().from(domains).where(eq(domains.name, name));
  if (!row) {
    throw new Error(`there is no row for ${name}`);
  }
  return row;
};
const eventsOf = (workspaceId: string) =>
  fixture.db.select().from(events).where(eq(events.workspaceId, workspaceId)).orderBy(asc(events.id));
const eventTypesOf = async (workspaceId: string) => (await eventsOf(workspaceId)).map(({ type }) => type);
const openIntentsOf = async (name: string) =>
  fixture.db
    .select()
    .from(domainIntents)
    .where(and(eq(domainIntents.domainId, (await rowOf(name)).id), isNull(domainIntents.settledAt)));
const codeOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof AppError ? error.code : error;
};

describe("publishDsRecord", () => {
  it("publishes at the registry, and writes row, history, audit, event and delivery together, once, in the actor's name", async () => {
    const { workspace, name, ctx, publish } = await setUp();
    await fixture.db.insert(webhookEndpoints).values({
      id: newId(),
      workspaceId: workspace.id,
      url: "https://hooks.example.com/",
      events: ["domain.dnssec_enabled"],
      secretEncrypted: "sealed",
      createdAt: new Date(),
    });
    expect(await publish(ds(1))).toEqual({ enabled: true, dsRecords: [ds(1)] });
    expect(await fixture.registrar.readDomain(name)).toMatchObject({ domain: { dsRecords: [ds(1)] } });
    expect(await whole(listHistory(ctx, name))).toMatchObject([
      {
        kind: "dnssec_change",
        actor: { kind: "user", name: "owner@example.test" },
        details: { from: null, to: ds(1) },
      },
    ]);
    const [event] = await eventsOf(workspace.id);
    expect(JSON.parse(event?.body ?? "")).toMatchObject({
      type: "domain.dnssec_enabled",
      data: { name, dsRecord: ds(1), dsRecords: [ds(1)] },
    });
    expect(
      await fixture.db
        .select()
        .from(deliveries)
        .where(eq(deliveries.eventId, event?.id ?? "")),
    ).toHaveLength(1);
    expect(
      await fixture.db.select().from(auditEntries).where(eq(auditEntries.workspaceId, workspace.id)),
    ).toMatchObject([{ action: "dnssec.ds_published", target: name, requestId: ctx.requestId }]);
    expect(await openIntentsOf(name)).toEqual([]);
  });

  it("answers a conflict for a record that is there, and changes nothing", async () => {
    const { workspace, publish } = await setUp({ dsRecords: [ds(1)] });
    expect(await codeOf(publish(ds(1)))).toBe("ds_record_exists");
    expect(await eventTypesOf(workspace.id)).toEqual([]);
  });

  it("lets one of two callers publish the same record, and tells the other that it is there", async () => {
    const { workspace, publish } = await setUp();
    const outcomes = await Promise.all([codeOf(publish(ds(1))), codeOf(publish(ds(1)))]);
    expect(outcomes.sort()).toEqual(["ds_record_exists", undefined]);
    expect(await eventTypesOf(workspace.id)).toEqual(["domain.dnssec_enabled"]);
  });

  it("catches up when somebody published the record elsewhere: a conflict for the caller, an event of the registry's", async () => {
    const { workspace, name, ctx, publish } = await setUp();
    await fixture.registrar.changeDsRecords(name, { add: [ds(1)], remove: [] });
    expect(await codeOf(publish(ds(1)))).toBe("ds_record_exists");
    expect(await eventTypesOf(workspace.id)).toEqual(["domain.dnssec_enabled"]);
    expect(await whole(listHistory(ctx, name))).toMatchObject([{ actor: { kind: "registry" } }]);
  });

  it("answers unavailable when the registry is away, and leaves nothing half-written", async () => {
    const { workspace, name, ctx } = await setUp();
    const absent = fixture.absentRegistrar();
    const away = { ...ctx, registrars: registrarsOf(absent) };
    const error = await publishDsRecord(away, { name, dsRecord: ds(1) }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: "unavailable", code: "registry_unavailable", retryAfterSeconds: 10 });
    await absent.close();
    expect(await openIntentsOf(name)).toEqual([]);
    expect(await eventTypesOf(workspace.id)).toEqual([]);
    expect((await rowOf(name)).version).toBe(1);
  });

  it("succeeds when the registry's answer is lost after the write, without writing twice", async () => {
    const { workspace, publish } = await setUp();
    await fixture.registry.causeTrouble({ kind: "drop_after_write", command: "domain:update" });
    expect(await publish(ds(1))).toMatchObject({ dsRecords: [ds(1)] });
    expect(await eventTypesOf(workspace.id)).toEqual(["domain.dnssec_enabled"]);
  });

  it("says that the outcome is unknown when the change got lost, and keeps the intent for the sync", async () => {
    const { name, publish } = await setUp();
    await fixture.registry.causeTrouble({ kind: "drop_before", command: "domain:update" });
    expect(await codeOf(publish(ds(1)))).toBe("registry_outcome_unknown");
    expect(await openIntentsOf(name)).toMatchObject([{ outcome: "unknown" }]);
  });

  it("settles by the next sync what was carried out while nobody could be asked", async () => {
    const { workspace, name, ctx } = await setUp();
    const deaf: Registrar = {
      ...fixture.registrar,
      async changeDsRecords(domainName, change) {
        await fixture.registrar.changeDsRecords(domainName, change);
        throw new RegistrarError("outcome_unknown", "the line was lost");
      },
      readDomain: async () => {
        throw new RegistrarError("unavailable", "the registry is away");
      },
    };
    const away = { ...ctx, registrars: registrarsOf(deaf) };
    expect(await codeOf(publishDsRecord(away, { name, dsRecord: ds(1) }))).toBe("registry_outcome_unknown");
    expect(await eventTypesOf(workspace.id)).toEqual([]);
    await syncWithRegistry(fixture.systemCtx, never);
    expect(await eventTypesOf(workspace.id)).toEqual(["domain.dnssec_enabled"]);
    expect(await openIntentsOf(name)).toEqual([]);
  });

  it("holds the limit of DS records also where twenty are published at once", async () => {
    const { name, publish } = await setUp();
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => codeOf(publish(ds(index)))));
    expect(outcomes.filter((code) => code === undefined)).toHaveLength(8);
    expect(outcomes.filter((code) => code === "ds_record_limit")).toHaveLength(12);
    expect((await rowOf(name)).dsRecords).toHaveLength(8);
  });

  it.each([
    [2304, "change_prohibited"],
    [2306, "registry_refused"],
    [2400, "registry_failed"],
  ])("answers clearly when the registry says %i, without its words", async (code, expected) => {
    const { workspace, name, publish } = await setUp();
    await fixture.registry.causeTrouble({ kind: "answer", command: "domain:update", code });
    expect(await codeOf(publish(ds(1)))).toBe(expected);
    expect(await openIntentsOf(name)).toEqual([]);
    expect(await eventTypesOf(workspace.id)).toEqual([]);
  });

  it("is refused for another workspace's domain as for one that is not there", async () => {
    const { name } = await setUp();
    const stranger = {
      ...(await fixture.createWorkspace()).ctx(),
      registrars: fixture.registrars,
      dns: silentDns,
    };
    expect(await codeOf(publishDsRecord(stranger, { name, dsRecord: ds(1) }))).toBe("not_found");
    expect(await codeOf(publishDsRecord(stranger, { name: "nobody.com", dsRecord: ds(1) }))).toBe(
      "not_found",
    );
  });

  it("is refused for a role without the right, and for a domain that is not active", async () => {
    const { workspace, name, publish } = await setUp();
    const reader = { ...workspace.ctx("read_only"), registrars: fixture.registrars, dns: silentDns };
    expect(await codeOf(publishDsRecord(reader, { name, dsRecord: ds(1) }))).toBe("forbidden");
    await fixture.db.update(domains).set({ status: "expired" }).where(eq(domains.name, name));
    expect(await codeOf(publish(ds(1)))).toBe("domain_not_active");
  });
});

describe("removeDsRecord", () => {
  it("removes the record that all four fields name, and announces it", async () => {
    const { workspace, name, ctx } = await setUp({ dsRecords: [ds(1), ds(2)] });
    expect(await removeDsRecord(ctx, { name, dsRecord: ds(1) })).toEqual({
      enabled: true,
      dsRecords: [ds(2)],
    });
    expect(await removeDsRecord(ctx, { name, dsRecord: ds(2) })).toEqual({ enabled: false, dsRecords: [] });
    expect(await eventTypesOf(workspace.id)).toEqual(["domain.dnssec_disabled", "domain.dnssec_disabled"]);
  });

  it("answers not found for a record that the domain does not have", async () => {
    const { name, ctx } = await setUp({ dsRecords: [ds(1)] });
    expect(await codeOf(removeDsRecord(ctx, { name, dsRecord: { ...ds(1), algorithm: 8 } }))).toBe(
      "ds_record_not_found",
    );
  });
});

describe("reconcileDomain", () => {
  /** A registrar with immediate reads, whose poll messages are held until released. */
  function holdingNews(registrar: Registrar) {
    const gate = Promise.withResolvers<void>();
    const read = Promise.withResolvers<void>();
    let isFirst = true;
    const slow: Registrar = {
      ...registrar,
      async readDomain(name) {
        const held = await registrar.readDomain(name);
        if (!isFirst) {
          return held;
        }
        isFirst = false;
        read.resolve();
        await gate.promise;
        return held;
      },
    };
    return { slow, hasRead: read.promise, release: gate.resolve };
  }

  it("makes no false event from stale news: it reads again when the row has moved", async () => {
    const { workspace, name, publish } = await setUp();
    const { id } = await rowOf(name);
    const { slow, hasRead, release } = holdingNews(fixture.registrar);
    const stale = reconcileDomain({ ...fixture.systemCtx, registrars: registrarsOf(slow) }, id);
    await hasRead;
    await publish(ds(1));
    release();
    expect((await stale).row.dsRecords).toEqual([ds(1)]);
    expect(await eventTypesOf(workspace.id)).toEqual(["domain.dnssec_enabled"]);
  });

  it("writes one difference once, however many look at it at the same time", async () => {
    const { workspace, name } = await setUp();
    const { id } = await rowOf(name);
    await fixture.registrar.changeDsRecords(name, { add: [ds(1)], remove: [] });
    await fixture.registrar.changeNameservers(name, {
      before: servers("ns1.zonepost-dns.net", "ns2.zonepost-dns.net"),
      after: servers("ns2.zonepost-dns.net", "ns9.zonepost-dns.net"),
    });
    await Promise.all(Array.from({ length: 5 }, () => reconcileDomain(fixture.systemCtx, id)));
    expect((await eventTypesOf(workspace.id)).sort()).toEqual([
      "domain.dnssec_enabled",
      "domain.nameservers_changed",
    ]);
    const [event] = (await eventsOf(workspace.id)).filter(
      ({ type }) => type === "domain.nameservers_changed",
    );
    expect(JSON.parse(event?.body ?? "").data).toEqual({
      name,
      nameservers: ["ns2.zonepost-dns.net", "ns9.zonepost-dns.net"],
      previousNameservers: ["ns1.zonepost-dns.net", "ns2.zonepost-dns.net"],
    });
  });

  it("changes nothing when nothing has changed", async () => {
    const { workspace, name } = await setUp({ dsRecords: [ds(1)] });
    const { row } = await reconcileDomain(fixture.systemCtx, (await rowOf(name)).id);
    expect(row.version).toBe(1);
    expect(await eventTypesOf(workspace.id)).toEqual([]);
  });
});

describe("syncWithRegistry", () => {
  it("finds what a process left that died between the registry's answer and our commit, in its actor's name", async () => {
    const { workspace, name, ctx } = await setUp();
    const row = await rowOf(name);
    await recordIntents(ctx, row, [{ kind: "publish_ds_record", dsRecord: ds(1) }]);
    await fixture.registrar.changeDsRecords(name, { add: [ds(1)], remove: [] });
    await fixture.db
      .update(domainIntents)
      .set({ leasedUntil: new Date(Date.now() - 1_000) })
      .where(eq(domainIntents.domainId, row.id));
    await syncWithRegistry(fixture.systemCtx, never);
    await syncWithRegistry(fixture.systemCtx, never);
    expect(await eventTypesOf(workspace.id)).toEqual(["domain.dnssec_enabled"]);
    expect(await whole(listHistory(ctx, name))).toMatchObject([
      { actor: { kind: "user", name: "owner@example.test" } },
    ]);
    expect(await openIntentsOf(name)).toEqual([]);
  });

  it("gives up an intent whose change the registry never showed", async () => {
    const { name, ctx } = await setUp();
    const row = await rowOf(name);
    await recordIntents(ctx, row, [{ kind: "publish_ds_record", dsRecord: ds(1) }]);
    await fixture.db
      .update(domainIntents)
      .set({ leasedUntil: new Date(Date.now() - 7_200_000) })
      .where(eq(domainIntents.domainId, row.id));
    await syncWithRegistry(fixture.systemCtx, never);
    expect(
      await fixture.db.select().from(domainIntents).where(eq(domainIntents.domainId, row.id)),
    ).toMatchObject([{ outcome: "superseded" }]);
  });

  it("reads what the registry gives notice of, and takes the notice off the queue", async () => {
    const { name } = await setUp({ expiresAt: new Date(Date.now() - 60_000) });
    const before = (await rowOf(name)).registryExpiresAt;
    await syncWithRegistry(fixture.systemCtx, never);
    expect((await rowOf(name)).registryExpiresAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(await fixture.registrar.nextNotice()).toBeNull();
  });

  it("goes on with the other notices where the domain of one cannot be read, and looks at that one again", async () => {
    const { name } = await setUp({ expiresAt: new Date(Date.now() - 60_000) });
    const other = await setUp({ expiresAt: new Date(Date.now() - 30_000) });
    const before = new Date(Date.now() - 30_000);
    await fixture.db.update(domains).set({ registryExpiresAt: before }).where(eq(domains.name, other.name));
    const halfBlind: Registrar = {
      ...fixture.registrar,
      async readDomain(domainName) {
        if (domainName === name) {
          throw new RegistrarError("failed", "what came makes no sense");
        }
        return fixture.registrar.readDomain(domainName);
      },
    };
    await syncWithRegistry({ ...fixture.systemCtx, registrars: registrarsOf(halfBlind) }, never);
    expect((await rowOf(other.name)).registryExpiresAt.getTime()).toBeGreaterThan(before.getTime());
    expect((await rowOf(name)).nextLookAt?.getTime()).toBeGreaterThan(Date.now());
    expect(await fixture.registrar.nextNotice()).toBeNull();
  });

  it("reads again what it has not read for a day", async () => {
    const { workspace, name } = await setUp();
    await fixture.registrar.changeNameservers(name, {
      before: [],
      after: servers("ns9.zonepost-dns.net"),
    });
    await fixture.db
      .update(domains)
      .set({ syncedAt: new Date(Date.now() - 2 * 86_400_000) })
      .where(eq(domains.name, name));
    await syncWithRegistry(fixture.systemCtx, never);
    expect(await eventTypesOf(workspace.id)).toEqual(["domain.nameservers_changed"]);
  });
});

describe("giveExpiryNotices", () => {
  const days = (count: number) => count * 86_400_000;
  const expiring = async () => {
    const expiresAt = new Date(Math.floor(Date.now() / 1000) * 1000 + days(40));
    const { workspace, name } = await setUp({ expiresAt });
    const noticesOf = async () =>
      (await eventsOf(workspace.id)).map(({ body }) => {
        const { type, data } = JSON.parse(body);
        return data.windowDays ?? type;
      });
    const giveAt = (moment: Date) => giveExpiryNotices(fixture.systemCtx, moment);
    return {
      name,
      workspace,
      noticesOf,
      giveAt,
      at: (left: number) => new Date(expiresAt.getTime() - days(left)),
    };
  };

  it("gives each window its notice once, and at the end says that the domain expired", async () => {
    const { name, noticesOf, giveAt, at } = await expiring();
    await giveAt(at(31));
    expect(await noticesOf()).toEqual([]);
    for (const left of [30, 30, 29, 15, 7, 7, 1, 0, 0, -1]) {
      await giveAt(at(left));
    }
    expect(await noticesOf()).toEqual([30, 15, 7, 1, "domain.expired"]);
    expect((await rowOf(name)).status).toBe("expired");
    expect((await rowOf(name)).nextNoticeAt).toBeNull();
  });

  it("gives only the innermost notice when several windows were slept through", async () => {
    const { noticesOf, giveAt, at } = await expiring();
    await giveAt(at(5));
    await giveAt(at(0.5));
    expect(await noticesOf()).toEqual([7, 1]);
  });

  it("gives a notice once when several workers look at the same moment", async () => {
    const { name, noticesOf, giveAt, at } = await expiring();
    await Promise.all(Array.from({ length: 4 }, () => giveAt(at(30))));
    expect(await noticesOf()).toEqual([30]);
    expect(
      await fixture.db
        .select()
        .from(domainExpiryNotices)
        .where(eq(domainExpiryNotices.domainId, (await rowOf(name)).id)),
    ).toHaveLength(1);
  });
});

describe("listDomains", () => {
  it("lists the workspace's own domains by name, whole, or page by page with the same outcome", async () => {
    const workspace = await fixture.createWorkspace();
    const names = [];
    for (let index = 0; index < 5; index += 1) {
      names.push(await fixture.addDomain(workspace.id));
    }
    const ctx: WorkspaceCtx = workspace.ctx("read_only");
    const all = await whole(listDomains(ctx, {}));
    expect(all.map(({ name }) => name)).toEqual([...names].sort());
    const walked = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const answer = await listDomains(ctx, { limit: 2, cursor });
      if (!("page" in answer)) {
        throw new Error("a page was asked for");
      }
      walked.push(...answer.page);
      cursor = answer.nextCursor;
    }
    expect(walked).toEqual(all);
  });

  it("tells nothing of who holds the domains", async () => {
    const { ctx } = await setUp();
    expect(JSON.stringify(await listDomains(ctx, {}))).not.toMatch(/registrar|primary/i);
  });
});

describe("domain history", () => {
  it("answers the latest 200 events, newest first", async () => {
    const { name, ctx } = await setUp();
    const { id: domainId } = await rowOf(name);
    const actor = { kind: "system", id: null, name: "test" } as const;
    await fixture.db.insert(domainHistory).values(
      Array.from({ length: 230 }, (_, index) => ({
        id: newId(),
        domainId,
        kind: "dns_change" as const,
        summary: `change ${index}`,
        details: {},
        actor,
        occurredAt: new Date(1_700_000_000_000 + index * 1000),
      })),
    );
    const history = await whole(listHistory(ctx, name));
    expect(history).toHaveLength(200);
    expect(history[0]?.summary).toBe("change 229");
  });
});
