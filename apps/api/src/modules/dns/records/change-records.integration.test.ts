import { auditEntries } from "@zonepost/db";
import type { ZoneChangePreview } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { set, setUpZones } from "../../../../test/support/dns/set-up-zones.ts";
import { AppError } from "../../../kernel/errors.ts";

const zones = setUpZones();

const refused = async (act: Promise<unknown>): Promise<AppError> => {
  const error = await act.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof AppError ? error : expect.unreachable(`not refused: ${String(error)}`);
};
const pointersOf = async (act: Promise<unknown>) =>
  (await refused(act)).fields?.map(({ pointer }) => pointer);

describe("a change of records", () => {
  it("is one version with its diff, an event, an audit entry and a higher serial", async () => {
    const name = await zones.createZone();
    const before = await zones.zone(name);
    const changed = await zones.change(name, [
      set("www", "A", "192.0.2.1"),
      set("@", "MX", "10 mail.example.net."),
      set("ÄPFEL", "TXT", "plain"),
    ]);
    expect(changed).toMatchObject({
      version: 2,
      previousVersion: 1,
      serial: before.serial + 1,
      warnings: [],
      publication: { version: 2, state: "publishing" },
    });
    expect(changed.diff).toEqual([
      {
        name: "@",
        type: "MX",
        before: null,
        after: { ttl: 3600, values: ["10 mail.example.net."], comment: null, tags: [], managedBy: null },
      },
      expect.objectContaining({ name: "www", type: "A" }),
      expect.objectContaining({
        name: "xn--pfel-koa",
        type: "TXT",
        after: expect.objectContaining({ values: ['"plain"'] }),
      }),
    ]);
    expect((await zones.eventsOf(zones.owner)).map(({ type, data }) => [type, data.version])).toEqual([
      ["zone.created", 1],
      ["zone.changed", 2],
    ]);
    const entries = await zones.db.select().from(auditEntries).where(eq(auditEntries.target, name));
    expect(entries.map(({ action }) => action).sort()).toEqual(["zone.changed", "zone.created"]);
  });

  it("keeps what it omits: TTL, comment and tags", async () => {
    const name = await zones.createZone();
    const noted = { ...set("www", "A", "192.0.2.1"), ttl: 300, comment: "the shop", tags: ["team:web"] };
    await zones.change(name, [noted]);
    await zones.change(name, [set("www", "A", "192.0.2.2")]);
    expect(await zones.records(name)).toContainEqual(
      expect.objectContaining({
        name: "www",
        ttl: 300,
        values: ["192.0.2.2"],
        comment: "the shop",
        tags: ["team:web"],
      }),
    );
    await zones.change(name, [{ ...set("www", "A", "192.0.2.2"), comment: null, tags: [] }]);
    expect(await zones.records(name)).toContainEqual(
      expect.objectContaining({ name: "www", comment: null, tags: [] }),
    );
  });

  it("makes no version if nothing changes, also for the same values in another order", async () => {
    const name = await zones.createZone();
    await zones.change(name, [set("www", "A", "192.0.2.1", "192.0.2.2")]);
    const again = await zones.change(name, [
      set("WWW", "a", "192.0.2.2", "192.0.2.1"),
      { action: "delete", name: "gone", type: "A" },
    ]);
    expect(again).toMatchObject({ version: 2, previousVersion: 2, diff: [] });
  });

  it("changes nothing if one of its changes is invalid, and points at each mistake", async () => {
    const name = await zones.createZone();
    const changes = [
      set("www", "A", "192.0.2.1", "999.0.2.1"),
      set("www.elsewhere.net.", "A", "192.0.2.1"),
      set("@", "SOA", "a b 1 2 3 4 5"),
      set("@", "NS", "ns.example.net."),
      set("x", "NOTATYPE", "1"),
      set("x", "RRSIG", "A 13 2 300 20260101000000 20250101000000 1 example.com. AAAA"),
      set("WWW", "A", "192.0.2.3"),
    ];
    expect(await pointersOf(zones.change(name, changes))).toEqual([
      "/changes/0/values/1",
      "/changes/1/name",
      "/changes/2/type",
      "/changes/3/type",
      "/changes/4/type",
      "/changes/5/type",
      "/changes/6/name",
    ]);
    expect((await zones.zone(name)).version).toBe(1);
  });

  it.each([
    ["a CNAME beside others", [set("www", "A", "192.0.2.1"), set("www", "CNAME", "other")]],
    ["two CNAMEs", [set("www", "CNAME", "one", "two")]],
    ["a CNAME of the zone itself", [set("@", "CNAME", "www")]],
  ])("refuses %s, and points at the change", async (_what, changes) => {
    const name = await zones.createZone();
    const pointers = await pointersOf(zones.change(name, changes));
    expect(pointers?.every((pointer) => /^\/changes\/\d$/.test(pointer))).toBe(true);
    expect((await zones.zone(name)).version).toBe(1);
  });

  it("is only previewed with dryRun: the diff and warnings, and nothing is stored", async () => {
    const name = await zones.createZone();
    const preview = await zones.call<ZoneChangePreview>("changeRecords", zones.owner, {
      zoneName: name,
      body: { changes: [set("www", "A", "192.0.2.1")], dryRun: true },
    });
    expect(preview).toMatchObject({
      dryRun: true,
      previousVersion: 1,
      diff: [{ name: "www", before: null }],
    });
    expect(await zones.zone(name)).toMatchObject({ version: 1, recordCount: 1 });
  });

  it("with If-Match, is made only if the zone has that version", async () => {
    const name = await zones.createZone();
    const changes = [set("www", "A", "192.0.2.1")];
    await zones.change(name, changes, { ifMatch: '"v1"' });
    const error = await refused(zones.change(name, [set("www", "A", "192.0.2.2")], { ifMatch: '"v1"' }));
    expect([error.kind, error.code, error.extensions]).toEqual([
      "precondition_failed",
      "zone_changed",
      { version: 2 },
    ]);
    await zones.change(name, [set("www", "A", "192.0.2.3")], { ifMatch: '"v1", "v2"' });
    await zones.change(name, [set("www", "A", "192.0.2.4")], { ifMatch: "*" });
  });

  it("loses no update among 50 writers with If-Match: each success is a version", async () => {
    const name = await zones.createZone();
    let [versions, refusals] = [0, 0];
    const write = async (index: number) => {
      const { version } = await zones.zone(name);
      try {
        await zones.change(name, [set(`host-${index}`, "A", "192.0.2.1")], { ifMatch: `"v${version}"` });
        versions += 1;
      } catch (error) {
        expect(error).toMatchObject({ code: "zone_changed" });
        refusals += 1;
      }
    };
    await Promise.all(Array.from({ length: 50 }, (_, index) => write(index)));
    expect(versions + refusals).toBe(50);
    const { version, recordCount } = await zones.zone(name);
    expect([version, recordCount]).toEqual([1 + versions, 1 + versions]);
  });

  it("is for the zone's workspace, within a limit to some domains, and needs zones:write", async () => {
    const name = await zones.createZone();
    const { workspaceId } = zones.owner.actor;
    const changes = [set("www", "A", "192.0.2.1")];
    const codeFor = async (ctx: typeof zones.owner) =>
      (await refused(zones.change(name, changes, {}, ctx))).code;
    expect(await codeFor(zones.stranger)).toBe("not_found");
    expect(await codeFor(zones.ctxOf(workspaceId, "member", ["other.com"]))).toBe("not_found");
    expect(await codeFor(zones.ctxOf(workspaceId, "read_only"))).toBe("forbidden");
    await zones.change(name, changes, {}, zones.ctxOf(workspaceId, "member", [name]));
  });
});

describe("the whole state of a zone", () => {
  const records = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: `host-${index}`,
      type: "A",
      values: ["192.0.2.1"],
    }));
  const replace = (zoneName: string, body: object, ifMatch: string | null = "*") =>
    zones.call<{ version: number; diff: object[] }>("replaceRecords", zones.owner, {
      zoneName,
      body,
      ifMatch,
    });

  it("replaces all records but managed ones, and needs If-Match", async () => {
    const name = await zones.createZone();
    await zones.change(name, [set("old", "A", "192.0.2.9")]);
    expect((await refused(replace(name, { records: records(2) }, null))).kind).toBe("precondition_required");
    await replace(name, { records: records(2) });
    expect((await zones.records(name)).map((record) => `${record.name} ${record.type}`)).toEqual([
      "@ NS",
      "host-0 A",
      "host-1 A",
    ]);
    // A tool that sends back all that it has read.
    const read = (await zones.records(name)).map(({ name: owner, type, ttl, values }) => ({
      name: owner,
      type,
      ttl,
      values,
    }));
    expect((await replace(name, { records: read.filter(({ type }) => type !== "NS") })).diff).toEqual([]);
  });

  it("doesn't remove over 30% of ten or more record sets unless that is allowed", async () => {
    const name = await zones.createZone();
    await replace(name, { records: records(10) });
    const error = await refused(replace(name, { records: records(6) }));
    expect([error.code, error.extensions]).toEqual(["too_many_removals", { removals: 4 }]);
    await replace(name, { records: records(7) });
    await replace(name, { records: [], allowRemovals: 7 });
    expect(await zones.records(name)).toHaveLength(1);
  });
});
