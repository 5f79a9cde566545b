import { describe, expect, it } from "vitest";
import { checkDnsConfiguration } from "./check-configuration.ts";
import { nsdConfiguration, primaryConfiguration, secondaryConfiguration } from "./index.ts";
import { memberSection } from "./knot-database.ts";
import { DnsSettingsError, readDnsSettings } from "./settings.ts";

const transferKey = Buffer.alloc(32, 7).toString("base64");
const settings = {
  primary: "192.0.2.10:5300",
  nameservers: { "ns1.example.net": "192.0.2.1", "NS2.example.net": "[2001:db8::1]:5353" },
  transferKey,
  parentResolvers: ["127.0.0.1"],
};
const options = {
  ...readDnsSettings(JSON.stringify(settings)),
  folders: { state: "/var/lib/zonepost-dns", run: "/run/zonepost-dns" },
};
const knot = {
  primary: primaryConfiguration(options),
  "ns1.example.net": secondaryConfiguration(options, "ns1.example.net"),
  "ns2.example.net": secondaryConfiguration(options, "ns2.example.net"),
};

describe("the settings of the nameservers", () => {
  it("have addresses with and without a port", () => {
    expect(options.primary).toEqual({ address: "192.0.2.10", port: 5300 });
    expect(options.secondaries).toEqual([
      { host: "ns1.example.net", address: "192.0.2.1", port: 53 },
      { host: "ns2.example.net", address: "2001:db8::1", port: 5353 },
    ]);
    const { primary } = readDnsSettings(JSON.stringify({ ...settings, primary: "2001:db8::2" }));
    expect(primary).toEqual({ address: "2001:db8::2", port: 53 });
  });

  it.each<[string, object, string]>([
    ["an address that is none", { primary: "ns1.example.net" }, "primary: must be an address"],
    ["a port that is none", { primary: "192.0.2.1:0" }, "primary: must be an address"],
    ["no nameserver", { nameservers: {} }, "nameservers: must not be empty"],
    ["a short key", { transferKey: "c2hvcnQ=" }, "transferKey: must be 32 bytes in base64"],
    ["a missing key", { transferKey: undefined }, "transferKey: must be set"],
    ["an unknown field", { colour: "blue" }, "the file: has an unknown field"],
  ])("are refused with %s, without a value in the message", (_title, wrong, message) => {
    const read = () => readDnsSettings(JSON.stringify({ ...settings, ...wrong }));
    expect(read).toThrow(DnsSettingsError);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/c2hvcnQ=|blue/);
  });

  it("must be JSON", () => {
    expect(() => readDnsSettings("primary: 192.0.2.1")).toThrow("must be JSON");
  });
});

describe("the configuration of Knot", () => {
  it.each(Object.entries(knot))(
    "is accepted by Knot: %s (nothing is checked without Knot)",
    async (_name, text) => {
      expect((await checkDnsConfiguration("knot", text)) ?? []).toEqual([]);
    },
  );

  it("reports what Knot refuses", async () => {
    const faults = await checkDnsConfiguration(
      "knot",
      knot.primary.replace("journal-content: all", "journal-content: some"),
    );
    expect(faults === undefined || faults.length > 0).toBe(true);
  });

  it.each(Object.entries(knot))(
    "tells neither version nor host, and transfers only with the key: %s",
    (_name, text) => {
      for (const line of ['identity: ""', 'version: ""', 'nsid: ""']) {
        expect(text).toContain(line);
      }
      const acls = /^acl:\n((?: .*\n)+)/m.exec(text)?.[1]?.split(/(?= {2}- id)/) ?? [];
      expect(acls).toHaveLength(1);
      expect(acls[0]).toContain("key: zonepost-transfer");
    },
  );

  it("has keys and signing only on the primary", () => {
    expect(knot.primary).toContain("dnssec-signing: on");
    expect(knot["ns1.example.net"]).not.toContain("dnssec");
  });

  it("is refused for a host that isn't a nameserver", () => {
    expect(() => secondaryConfiguration(options, "ns3.example.net")).toThrow("ns3.example.net");
    expect(() => nsdConfiguration(options, "ns3.example.net")).toThrow("ns3.example.net");
  });
});

it("is accepted by NSD (nothing is checked without NSD)", async () => {
  expect((await checkDnsConfiguration("nsd", nsdConfiguration(options, "ns2.example.net"))) ?? []).toEqual(
    [],
  );
});

it("keeps the zones with a template when Knot's configuration is replaced, and nothing else", () => {
  // As knotc 3.2.6 prints it, with an empty line after each item.
  const exported = `# Configuration export (Knot DNS 3.2.6)

template:
  - id: "member"
    zonefile-sync: "-1"

zone:
  - domain: "a.test."
    template: "member"

  - domain: "catalog.zonepost.invalid."
    catalog-role: "generate"

  - domain: "b.test."
    template: "member-signed"

  - domain: "c.test."
    template: "member"

`;
  expect(memberSection(exported)).toBe(`  - domain: "a.test."
    template: "member"
  - domain: "b.test."
    template: "member-signed"
  - domain: "c.test."
    template: "member"
`);
  expect(memberSection(`${exported}other:\n  - id: "x"\n    template: "member"\n`)).toBe(
    memberSection(exported),
  );
  expect(memberSection("server:\n")).toBe("");
});
