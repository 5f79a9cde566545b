import { auditEntries, deliveries, domains, webhookEndpoints } from "@zonepost/db";
import type { DsRecord } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  eventsOf,
  eventTypesOf,
  fixture,
  modulePorts,
  never,
  openIntentsOf,
  refusalOf,
  registrarsOf,
  rowOf,
  setUpDomain,
  silentDns,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import { whole } from "../../../../test/support/whole.ts";
import { newId } from "../../../kernel/ids.ts";
import { listHistory } from "../history/list-history.ts";
import type { Registrar } from "../index.ts";
import { RegistrarError } from "../ports.ts";
import { reconcileDomain } from "../registry-sync/reconcile-domain.ts";
import { syncWithRegistry } from "../registry-sync/sync-with-registry.ts";
import { publishDsRecord } from "./publish-ds-record.ts";
import { removeDsRecord } from "./remove-ds-record.ts";
import { replaceDsRecords } from "./replace-ds-records.ts";

useDomainFixture();

const ds = (keyTag: number): DsRecord => ({ keyTag, algorithm: 13, digestType: 2, digest: "AB".repeat(32) });

async function setUp(options: Parameters<typeof setUpDomain>[0] = {}) {
  const { workspace, name, ctx } = await setUpDomain(options);
  return { workspace, name, ctx, publish: (dsRecord: DsRecord) => publishDsRecord(ctx, { name, dsRecord }) };
}
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call))?.code;

describe("publishDsRecord", () => {
  it("publishes at the registry, and writes row, history, audit, event and delivery together, once, attributed to the actor", async () => {
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

  it("returns a conflict for a published record, and changes nothing", async () => {
    const { workspace, publish } = await setUp({ dsRecords: [ds(1)] });
    expect(await codeOf(publish(ds(1)))).toBe("ds_record_exists");
    expect(await eventTypesOf(workspace.id)).toEqual([]);
  });

  it("lets one of two callers publish the same record, and returns a conflict to the other", async () => {
    const { workspace, publish } = await setUp();
    const outcomes = await Promise.all([codeOf(publish(ds(1))), codeOf(publish(ds(1)))]);
    expect(outcomes.sort()).toEqual(["ds_record_exists", undefined]);
    expect(await eventTypesOf(workspace.id)).toEqual(["domain.dnssec_enabled"]);
  });

  it("catches up with a record published elsewhere: a conflict for the caller, an event attributed to the registry", async () => {
    const { workspace, name, ctx, publish } = await setUp();
    await fixture.registrar.changeDsRecords(name, { add: [ds(1)], remove: [] });
    expect(await codeOf(publish(ds(1)))).toBe("ds_record_exists");
    expect(await eventTypesOf(workspace.id)).toEqual(["domain.dnssec_enabled"]);
    expect(await whole(listHistory(ctx, name))).toMatchObject([{ actor: { kind: "registry" } }]);
  });

  it("returns unavailable if the registry is down, and leaves nothing half-written", async () => {
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

  it("succeeds if the registry's answer is lost after the write, without writing twice", async () => {
    const { workspace, publish } = await setUp();
    await fixture.registry.injectFault({ kind: "drop_after_write", command: "domain:update" });
    expect(await publish(ds(1))).toMatchObject({ dsRecords: [ds(1)] });
    expect(await eventTypesOf(workspace.id)).toEqual(["domain.dnssec_enabled"]);
  });

  it("returns that the outcome is unknown if the change was lost, and keeps the intent for the sync", async () => {
    const { name, publish } = await setUp();
    await fixture.registry.injectFault({ kind: "drop_before", command: "domain:update" });
    expect(await codeOf(publish(ds(1)))).toBe("registry_outcome_unknown");
    expect(await openIntentsOf(name)).toMatchObject([{ outcome: "unknown" }]);
  });

  it("settles a completed change at the next sync, after an outage", async () => {
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

  it("keeps the limit of DS records even if twenty are published at once", async () => {
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
  ])("returns a clear error for result code %i, without the registry's text", async (code, expected) => {
    const { workspace, name, publish } = await setUp();
    await fixture.registry.injectFault({ kind: "answer", command: "domain:update", code });
    expect(await codeOf(publish(ds(1)))).toBe(expected);
    expect(await openIntentsOf(name)).toEqual([]);
    expect(await eventTypesOf(workspace.id)).toEqual([]);
  });

  it("returns the same for another workspace's domain as for an unknown one", async () => {
    const { name } = await setUp();
    const stranger = {
      ...(await fixture.createWorkspace()).ctx(),
      ...modulePorts,
      registrars: fixture.registrars,
      dns: silentDns,
    };
    expect(await codeOf(publishDsRecord(stranger, { name, dsRecord: ds(1) }))).toBe("not_found");
    expect(await codeOf(publishDsRecord(stranger, { name: "not-registered.com", dsRecord: ds(1) }))).toBe(
      "not_found",
    );
  });

  it("is rejected for a role without the right, and for an inactive domain", async () => {
    const { workspace, name, publish } = await setUp();
    const reader = {
      ...workspace.ctx("read_only"),
      ...modulePorts,
      registrars: fixture.registrars,
      dns: silentDns,
    };
    expect(await codeOf(publishDsRecord(reader, { name, dsRecord: ds(1) }))).toBe("forbidden");
    await fixture.db.update(domains).set({ status: "expired" }).where(eq(domains.name, name));
    expect(await codeOf(publish(ds(1)))).toBe("domain_not_active");
  });
});

describe("removeDsRecord", () => {
  it("removes the record that matches all four fields, and emits its event", async () => {
    const { workspace, name, ctx } = await setUp({ dsRecords: [ds(1), ds(2)] });
    expect(await removeDsRecord(ctx, { name, dsRecord: ds(1) })).toEqual({
      enabled: true,
      dsRecords: [ds(2)],
    });
    expect(await removeDsRecord(ctx, { name, dsRecord: ds(2) })).toEqual({ enabled: false, dsRecords: [] });
    expect(await eventTypesOf(workspace.id)).toEqual(["domain.dnssec_disabled", "domain.dnssec_disabled"]);
  });

  it("returns 404 for a record that the domain doesn't have", async () => {
    const { name, ctx } = await setUp({ dsRecords: [ds(1)] });
    expect(await codeOf(removeDsRecord(ctx, { name, dsRecord: { ...ds(1), algorithm: 8 } }))).toBe(
      "ds_record_not_found",
    );
  });
});

describe("a lifetime of signatures that was set at the registry (RFC 5910)", () => {
  it("is kept by every change of the DS records, and is no change of the domain", async () => {
    const { name, ctx, publish } = await setUp({ tld: "cc" });
    const lifeAt = async () => {
      const [row] = await fixture.db.$client`
        select max_sig_life as seconds from registry.domains where name = ${name}`;
      return row?.seconds;
    };
    await publish(ds(1));
    await fixture.db.$client`update registry.domains set max_sig_life = 604800 where name = ${name}`;
    await reconcileDomain(ctx, (await rowOf(name)).id);
    expect(await whole(listHistory(ctx, name))).toHaveLength(1);

    await replaceDsRecords(ctx, { name, dsRecords: [ds(2), ds(3)] });
    expect(await lifeAt()).toBe(604_800);
    await removeDsRecord(ctx, { name, dsRecord: ds(2) });
    await removeDsRecord(ctx, { name, dsRecord: ds(3) });
    expect(await publish(ds(4))).toEqual({ enabled: true, dsRecords: [ds(4)] });
    expect(await lifeAt()).toBe(604_800);
  });
});
