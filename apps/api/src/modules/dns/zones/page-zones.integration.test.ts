import { domainToASCII } from "node:url";
import type { FoundZone, ZonePage } from "@zonepost/schema/panel";
import { describe, expect, it } from "vitest";
import { set, setUpZones } from "../../../../test/support/dns/set-up-zones.ts";

const zones = setUpZones();

const page = (body: object, ctx = zones.owner) => zones.call<ZonePage>("pageZones", ctx, { body });

async function create(...names: string[]) {
  for (const name of names) {
    await zones.addDomain(zones.owner, name);
    await zones.call("createZone", zones.owner, { body: { name } });
  }
}

describe("the panel's list of zones", () => {
  it("has its pages in the order of the names' own scripts, and finds names in both forms", async () => {
    const own = domainToASCII("bücher-paged.com");
    await create("zebra-paged.com", "alpha-paged.com", own);
    const first = await page({ limit: 2 });
    expect([first.items.length, first.total]).toEqual([2, 3]);
    const second = await page({ limit: 2, cursor: first.nextCursor });
    const names = [...first.items, ...second.items].map(({ name }) => name);
    expect(names).toEqual(["alpha-paged.com", own, "zebra-paged.com"]);
    expect(second.nextCursor).toBeNull();
    for (const q of ["BÜCHER", "xn--"]) {
      const found = await page({ q });
      expect([found.items.map(({ name }) => name), found.total]).toEqual([[own], 3]);
    }
  });

  it("sorts by the number of records, and says what the nameservers have", async () => {
    await create("few-records.com", "more-records.com");
    await zones.change("more-records.com", [set("www", "A", "192.0.2.1")]);
    const before = await page({ sort: "recordCount", descending: true });
    expect(before.items.map(({ name, publication }) => [name, publication])).toEqual([
      ["more-records.com", "publishing"],
      ["few-records.com", "publishing"],
    ]);
    await zones.publish();
    const after = await page({ sort: "updatedAt" });
    expect(after.items.map(({ publication }) => publication)).toEqual(["published", "published"]);
  });

  it("has no zone of another workspace, nor of other domains than a member's", async () => {
    await create("limited-one.com", "limited-two.com");
    expect(await page({}, zones.stranger)).toEqual({ items: [], nextCursor: null, total: 0 });
    const limited = zones.ctxOf(zones.owner.actor.workspaceId, "member", ["limited-two.com"]);
    const { items, total } = await page({}, limited);
    expect([items.map(({ name }) => name), total]).toEqual([["limited-two.com"], 1]);
  });
});

describe("the zone of a domain", () => {
  const find = (zoneName: string, ctx = zones.owner) =>
    zones.call<FoundZone>("findZone", ctx, { body: { zoneName } });

  it("is found in its workspace alone, with the nameservers of the installation", async () => {
    await create("found-zone.com");
    const nameservers = ["ns1.dns.test", "ns2.dns.test"];
    expect(await find("found-zone.com")).toMatchObject({ zone: { name: "found-zone.com" }, nameservers });
    expect(await find("without-zone.com")).toEqual({ zone: null, nameservers });
    expect(await find("found-zone.com", zones.stranger)).toEqual({ zone: null, nameservers });
  });

  it("has no nameservers where the installation has none", async () => {
    zones.ports.zoneHosting = null;
    expect(await find("unhosted-zone.com")).toEqual({ zone: null, nameservers: [] });
  });
});

describe("previews of the panel", () => {
  it("change nothing, and name the version that they are based on", async () => {
    await create("previewed-zone.com");
    const zoneName = "previewed-zone.com";
    const changes = [set("www", "A", "192.0.2.1")];
    const preview = (operation: Parameters<typeof zones.call>[0], body: object) =>
      zones.call<object>(operation, zones.owner, { body: { zoneName, ...body } });
    const zoneFile = "www 300 IN A 192.0.2.1\n";
    const expected = { dryRun: true, previousVersion: 1, diff: [{ name: "www", type: "A", before: null }] };
    expect(await preview("previewRecordChanges", { changes })).toMatchObject(expected);
    expect(await preview("previewRecordImport", { zoneFile, mode: "merge" })).toMatchObject(expected);
    await zones.change(zoneName, changes);
    expect(await preview("previewZoneRestore", { version: 1 })).toMatchObject({
      previousVersion: 2,
      diff: [{ name: "www", type: "A", after: null }],
    });
    expect(await zones.call("getZoneContent", zones.owner, { body: { zoneName } })).toMatchObject({
      version: 2,
      records: [{ name: "@", type: "NS" }, { name: "www" }],
    });
    const name = await zones.addDomain(zones.owner, zones.freshName());
    expect(await zones.call("previewZone", zones.owner, { body: { name, zoneFile } })).toMatchObject({
      dryRun: true,
      basis: "held",
    });
    expect((await page({})).items.map((zone) => zone.name)).not.toContain(name);
  });
});
