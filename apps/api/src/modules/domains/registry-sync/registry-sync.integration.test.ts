import { domainIntents, domains } from "@zonepost/db";
import type { DsRecord } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  eventsOf,
  eventTypesOf,
  fixture,
  never,
  openIntentsOf,
  registrarsOf,
  rowOf,
  servers,
  setUpDomain,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import { whole } from "../../../../test/support/whole.ts";
import { publishDsRecord } from "../dnssec/publish-ds-record.ts";
import { listHistory } from "../history/list-history.ts";
import type { Registrar } from "../index.ts";
import { RegistrarError } from "../ports.ts";
import { recordIntents } from "./change-at-registry.ts";
import { reconcileDomain } from "./reconcile-domain.ts";
import { syncWithRegistry } from "./sync-with-registry.ts";

useDomainFixture();

const ds = (keyTag: number): DsRecord => ({ keyTag, algorithm: 13, digestType: 2, digest: "AB".repeat(32) });

describe("reconcileDomain", () => {
  /** A registrar with immediate reads, whose poll messages are held until released. */
  function holdMessages(registrar: Registrar) {
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

  it("emits no false event from stale data: it reads again if the row has changed", async () => {
    const { workspace, name, ctx } = await setUpDomain();
    const { id } = await rowOf(name);
    const { slow, hasRead, release } = holdMessages(fixture.registrar);
    const stale = reconcileDomain({ ...fixture.systemCtx, registrars: registrarsOf(slow) }, id);
    await hasRead;
    await publishDsRecord(ctx, { name, dsRecord: ds(1) });
    release();
    expect((await stale).row.dsRecords).toEqual([ds(1)]);
    expect(await eventTypesOf(workspace.id)).toEqual(["domain.dnssec_enabled"]);
  });

  it("records a difference once, even with simultaneous calls", async () => {
    const { workspace, name } = await setUpDomain();
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

  it("changes nothing if nothing has changed", async () => {
    const { workspace, name } = await setUpDomain({ dsRecords: [ds(1)] });
    const { row } = await reconcileDomain(fixture.systemCtx, (await rowOf(name)).id);
    expect(row.version).toBe(1);
    expect(await eventTypesOf(workspace.id)).toEqual([]);
  });
});

describe("syncWithRegistry", () => {
  it("records a change of a process that died between the registry's answer and our commit, attributed to its actor", async () => {
    const { workspace, name, ctx } = await setUpDomain();
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

  it("gives up an intent whose change never appeared at the registry", async () => {
    const { name, ctx } = await setUpDomain();
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

  it("reads each domain that a message mentions, and acknowledges the message", async () => {
    const { name } = await setUpDomain({ expiresAt: new Date(Date.now() - 60_000) });
    const before = (await rowOf(name)).registryExpiresAt;
    await syncWithRegistry(fixture.systemCtx, never);
    expect((await rowOf(name)).registryExpiresAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(await fixture.registrar.nextNotice()).toBeNull();
  });

  it("processes the other messages if one domain can't be read, and retries that one", async () => {
    const { name } = await setUpDomain({ expiresAt: new Date(Date.now() - 60_000) });
    const other = await setUpDomain({ expiresAt: new Date(Date.now() - 30_000) });
    const before = new Date(Date.now() - 30_000);
    await fixture.db.update(domains).set({ registryExpiresAt: before }).where(eq(domains.name, other.name));
    const partlyFailing: Registrar = {
      ...fixture.registrar,
      async readDomain(domainName) {
        if (domainName === name) {
          throw new RegistrarError("failed", "what came makes no sense");
        }
        return fixture.registrar.readDomain(domainName);
      },
    };
    await syncWithRegistry({ ...fixture.systemCtx, registrars: registrarsOf(partlyFailing) }, never);
    expect((await rowOf(other.name)).registryExpiresAt.getTime()).toBeGreaterThan(before.getTime());
    expect((await rowOf(name)).nextLookAt?.getTime()).toBeGreaterThan(Date.now());
    expect(await fixture.registrar.nextNotice()).toBeNull();
  });

  it("rereads domains that were not read for a day", async () => {
    const { workspace, name } = await setUpDomain();
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
