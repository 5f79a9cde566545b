import { zoneRecordSets, zoneVersions } from "@zonepost/db";
import type { ZoneChangePreview, ZoneChangeResult, ZoneVersion, ZoneVersionDetails } from "@zonepost/schema";
import { and, eq, lt } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { set, setUpZones } from "../../../../test/support/dns/set-up-zones.ts";

const zones = setUpZones();

const versions = (zoneName: string, query: object = {}) =>
  zones.call<ZoneVersion[]>("listZoneVersions", zones.owner, { zoneName, query });
const version = (zoneName: string, number: number, ctx = zones.owner) =>
  zones.call<ZoneVersionDetails>("getZoneVersion", ctx, { zoneName, version: number });
const restore = (zoneName: string, number: number, body: object = {}, more: object = {}) =>
  zones.call<ZoneChangeResult>("restoreZoneVersion", zones.owner, {
    zoneName,
    version: number,
    body,
    ...more,
  });
const namesOf = (records: readonly { name: string; type: string }[]) =>
  records.map(({ name, type }) => `${name} ${type}`);

describe("versions", () => {
  it("are listed newest first, with who, message and counts, in pages too", async () => {
    const name = await zones.createZone();
    await zones.call("changeRecords", zones.owner, {
      zoneName: name,
      body: { changes: [set("www", "A", "192.0.2.1"), set("ftp", "A", "192.0.2.1")], message: "Two hosts" },
    });
    await zones.change(name, [{ action: "delete", name: "ftp", type: "A" }]);
    expect(await versions(name)).toMatchObject([
      { version: 3, summary: { set: 0, deleted: 1 }, message: null, actor: { kind: "user" } },
      { version: 2, summary: { set: 2, deleted: 0 }, message: "Two hosts" },
      { version: 1, summary: { set: 1, deleted: 0 } },
    ]);
    expect(await versions(name, { limit: "2" })).toMatchObject([{ version: 3 }, { version: 2 }]);
  });

  it("have their records as they were", async () => {
    const name = await zones.createZone();
    await zones.change(name, [{ ...set("www", "A", "192.0.2.1"), comment: "first" }]);
    await zones.change(name, [
      { ...set("www", "A", "192.0.2.2"), comment: "second" },
      set("ftp", "A", "192.0.2.1"),
    ]);
    await zones.change(name, [{ action: "delete", name: "www", type: "A" }]);
    const second = await version(name, 2);
    expect(namesOf(second.records)).toEqual(["@ NS", "www A"]);
    expect(second.records[1]).toMatchObject({ values: ["192.0.2.1"], comment: "first" });
    expect(namesOf((await version(name, 3)).diff)).toEqual(["ftp A", "www A"]);
    await expect(version(name, 5)).rejects.toMatchObject({ code: "not_found" });
    await expect(version(name, 2, zones.stranger)).rejects.toMatchObject({ code: "not_found" });
  });

  it("are restored as a new version, after a preview with the same diff", async () => {
    const name = await zones.createZone();
    await zones.change(name, [set("www", "A", "192.0.2.1"), set("ftp", "A", "192.0.2.1")]);
    await zones.change(name, [set("www", "A", "192.0.2.2"), { action: "delete", name: "ftp", type: "A" }]);
    const preview = (await restore(name, 2, { dryRun: true })) as unknown as ZoneChangePreview;
    const restored = await restore(name, 2, { message: "Back" });
    expect(restored).toMatchObject({ version: 4, previousVersion: 3 });
    expect(restored.diff).toEqual(preview.diff);
    expect((await version(name, 4)).records).toEqual((await version(name, 2)).records);
    expect((await versions(name))[0]).toMatchObject({ restoredVersion: 2, message: "Back" });
    expect(await restore(name, 4)).toMatchObject({ version: 4, diff: [] });
  });

  it("leave managed records as they are now", async () => {
    const name = await zones.createZone();
    await zones.change(name, [set("_dmarc", "TXT", '"v=DMARC1; p=none"'), set("www", "A", "192.0.2.1")]);
    await zones.change(name, [{ action: "delete", name: "www", type: "A" }]);
    await zones.db.update(zoneRecordSets).set({ managedBy: "mail" }).where(eq(zoneRecordSets.name, "_dmarc"));
    await restore(name, 1);
    expect(namesOf(await zones.records(name))).toEqual(["@ NS", "_dmarc TXT"]);
    await restore(name, 2);
    expect(await zones.records(name)).toContainEqual(
      expect.objectContaining({ name: "_dmarc", managedBy: "mail" }),
    );
  });

  it("that are past their retention don't exist, and those after them still do", async () => {
    const name = await zones.createZone();
    await zones.change(name, [set("www", "A", "192.0.2.1")]);
    await zones.change(name, [set("www", "A", "192.0.2.2")]);
    await zones.db
      .delete(zoneVersions)
      .where(and(eq(zoneVersions.workspaceId, zones.owner.actor.workspaceId), lt(zoneVersions.version, 2)));
    await expect(version(name, 1)).rejects.toMatchObject({ code: "not_found" });
    expect(namesOf((await version(name, 2)).records)).toEqual(["@ NS", "www A"]);
  });
});
