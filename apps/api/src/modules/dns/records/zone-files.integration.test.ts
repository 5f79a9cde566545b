import { text } from "node:stream/consumers";
import type { ZoneImportResult } from "@zonepost/schema";
import { describe, expect, it } from "vitest";
import { set, setUpZones } from "../../../../test/support/dns/set-up-zones.ts";
import { exportZoneFile } from "./export-zone-file.ts";

const zones = setUpZones();

const importFile = (zoneName: string, zoneFile: string, mode = "merge", more: object = {}) =>
  zones.call<ZoneImportResult>("importRecords", zones.owner, { zoneName, body: { zoneFile, mode, ...more } });
const exported = async (zoneName: string) =>
  text(await exportZoneFile({ ...zones.owner, ...zones.ports }, zoneName));
const namesOf = async (zoneName: string) =>
  (await zones.records(zoneName)).map(({ name, type }) => `${name} ${type}`);

const file = `$TTL 300
@ IN SOA ns1.elsewhere.net. admin.elsewhere.net. 1 3600 900 1209600 300
@ NS ns1.elsewhere.net.
@ 3600 MX 10 mail.example.net.
www A 192.0.2.1
    AAAA 2001:DB8::1
key CDS 1 13 2 00
`;

describe("an import", () => {
  it("merges the file's records, and says what it leaves out and why", async () => {
    const name = await zones.createZone();
    await zones.change(name, [set("ftp", "A", "192.0.2.7")]);
    const imported = await importFile(name, file);
    expect(await namesOf(name)).toEqual(["@ MX", "@ NS", "ftp A", "www A", "www AAAA"]);
    expect(imported.skipped.map(({ line }) => line)).toEqual([2, 3, 7]);
    expect((await importFile(name, file)).diff).toEqual([]);
  });

  it("replaces all but managed records", async () => {
    const name = await zones.createZone();
    await zones.change(name, [set("ftp", "A", "192.0.2.7")]);
    await importFile(name, file, "replace");
    expect(await namesOf(name)).toEqual(["@ MX", "@ NS", "www A", "www AAAA"]);
  });

  it("names line and column of each mistake, never opens a file, and changes nothing", async () => {
    const name = await zones.createZone();
    const broken = "www A 192.0.2.1\nftp A 192.0.2\n$INCLUDE /etc/hostname\nx NOPE 1\n";
    await expect(importFile(name, broken)).rejects.toMatchObject({
      code: "invalid_input",
      fields: [
        { pointer: "/zoneFile", message: expect.stringMatching(/^Line 2, column \d+: /) },
        { pointer: "/zoneFile", message: expect.stringMatching(/^Line 3, column \d+: /) },
        { pointer: "/zoneFile", message: expect.stringMatching(/^Line 4, column \d+: /) },
      ],
    });
    expect((await zones.zone(name)).version).toBe(1);
  });

  it("raises and lowers TTLs to the limits, with a warning for each", async () => {
    const name = await zones.createZone();
    const { warnings } = await importFile(name, "www 5 A 192.0.2.1\nftp 10w A 192.0.2.1\n");
    expect(warnings.map(({ code, name: owner }) => [code, owner])).toEqual([
      ["ttl_changed", "www"],
      ["ttl_changed", "ftp"],
    ]);
    expect((await zones.records(name)).map(({ ttl }) => ttl)).toEqual([3600, 604_800, 60]);
  });

  it("gives a new zone its first records", async () => {
    const name = await zones.createZone(file);
    expect(await namesOf(name)).toEqual(["@ MX", "@ NS", "www A", "www AAAA"]);
    expect((await zones.zone(name)).version).toBe(1);
  });
});

describe("an export", () => {
  it("is a zone file with SOA and nameservers that imports as no change, comments and tags included", async () => {
    const name = await zones.createZone(file);
    await zones.change(name, [
      { ...set("www", "A", "192.0.2.1"), comment: "the shop; open", tags: ["team:web"] },
    ]);
    const exportedFile = await exported(name);
    expect(exportedFile).toContain(
      `SOA ns1.dns.test. dns\\.admin.dns.test. ${(await zones.zone(name)).serial} `,
    );
    const again = await importFile(name, exportedFile, "replace");
    expect(again.diff).toEqual([]);
    const other = await zones.createZone();
    await importFile(other, exportedFile.replaceAll(name, other), "replace");
    expect((await zones.records(other)).map(({ updatedAt: _, ...record }) => record)).toEqual(
      (await zones.records(name)).map(({ updatedAt: _, ...record }) =>
        JSON.parse(JSON.stringify(record).replaceAll(name, other)),
      ),
    );
  });
});
