import { events } from "@zonepost/db";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  fixture,
  heldAt,
  historyOf,
  openIntentsOf,
  problemOf,
  registrarsOf,
  rowOf,
  servers,
  setUpDomain,
  silentDns,
  useDomainFixture,
} from "../../../../test/support/domains/domain-fixture.ts";
import { emailPorts } from "../../../../test/support/domains/notifications.ts";
import { isPrivateAddress } from "../../../adapters/http-egress/address-ranges.ts";
import type { DnsResolver, HostAddresses } from "../dns-port.ts";
import { applyNameservers, changeNameservers } from "./change-nameservers.ts";
import { getDnsStatus } from "./get-dns-status.ts";
import type { NameserverPorts } from "./validate-nameservers.ts";

useDomainFixture();

/** The DNS records of host names, as a table. */
const dnsOf = (answers: Record<string, HostAddresses>): NameserverPorts => ({
  dns: { ...silentDns, readAddresses: async ({ hostName }) => answers[hostName] ?? { kind: "missing" } },
  nameserverRules: { mustResolve: true, isRefusedAddress: isPrivateAddress },
});

describe("changeNameservers", () => {
  it("sets other nameservers, with the addresses of those under the domain, and emits one event", async () => {
    const { workspace, name, id, ctx } = await setUpDomain();
    const nameservers = [
      { host: `ns1.${name}`, addresses: ["2001:DB9:0::1", "203.0.114.5"] },
      { host: "ns9.example.net", addresses: [] },
    ];
    const after = await changeNameservers(ctx, { name, nameservers });
    expect(after).toMatchObject({
      nameservers: [
        { host: `ns1.${name}`, addresses: ["2001:db9::1", "203.0.114.5"] },
        { host: "ns9.example.net", addresses: [] },
      ],
    });
    expect((await heldAt(name)).glue).toEqual([
      { host: `ns1.${name}`, addresses: ["2001:db9::1", "203.0.114.5"] },
    ]);
    // Repeating the request changes nothing, but a new address is a change.
    await changeNameservers(ctx, { name, nameservers });
    await changeNameservers(ctx, {
      name,
      nameservers: [{ host: `ns1.${name}`, addresses: ["203.0.114.6"] }, ...servers("ns9.example.net")],
    });
    expect((await heldAt(name)).glue[0]?.addresses).toEqual(["203.0.114.6"]);
    expect((await historyOf(id)).map(([who, kind]) => [who, kind])).toEqual([
      ["user", "dns_change"],
      ["user", "dns_change"],
    ]);
    const emitted = await fixture.db.select().from(events).where(eq(events.workspaceId, workspace.id));
    expect(emitted.map(({ type }) => type)).toEqual(["domain.nameservers_changed"]);
  });

  it("never mixes two simultaneous changes: the second caller gets a conflict", async () => {
    const { name, ctx } = await setUpDomain();
    await changeNameservers(ctx, { name, nameservers: [] });
    const stale = await rowOf(name);
    let second: unknown;
    const racing = {
      ...ctx,
      registrars: registrarsOf({
        ...fixture.registrar,
        changeNameservers: async (...sent) => {
          second = await problemOf(
            changeNameservers(ctx, { name, nameservers: servers("ns3.example.net", "ns4.example.net") }),
          );
          return fixture.registrar.changeNameservers(...sent);
        },
      }),
    };
    const wanted = servers("ns1.example.net", "ns2.example.net");
    await changeNameservers(racing, { name, nameservers: wanted });
    expect(second).toMatchObject({ kind: "conflict", code: "operation_in_progress" });
    const late = servers("ns5.example.net", "ns6.example.net");
    expect(await problemOf(applyNameservers(ctx, stale, late))).toMatchObject({
      code: "operation_in_progress",
    });
    expect((await heldAt(name)).nameservers).toEqual(wanted.map(({ host }) => host));
  });

  it("removes all nameservers", async () => {
    const { name, ctx } = await setUpDomain();
    expect(await changeNameservers(ctx, { name, nameservers: [] })).toMatchObject({ nameservers: [] });
    expect((await heldAt(name)).nameservers).toEqual([]);
  });

  it.each([
    ["too few", servers("ns1.example.net"), "/nameservers"],
    ["a duplicate", servers("ns1.example.net", "ns1.example.net"), "/nameservers/1/host"],
    [
      "an unnecessary address",
      [{ host: "ns1.example.net", addresses: ["203.0.114.5"] }, ...servers("ns2.example.net")],
      "/nameservers/0/addresses",
    ],
  ])("rejects a list with %s, with a pointer", async (_, nameservers, pointer) => {
    const { name, ctx } = await setUpDomain();
    const problem = await problemOf(changeNameservers(ctx, { name, nameservers }));
    expect(problem.fields?.map((field) => field.pointer)).toContain(pointer);
  });

  it.each([
    ["no address", [], "/nameservers/0/addresses"],
    ["a private address", ["203.0.114.5", "10.0.0.1"], "/nameservers/0/addresses/1"],
    ["a loopback address", ["::1"], "/nameservers/0/addresses/0"],
  ])("rejects a host under the domain with %s", async (_, addresses, pointer) => {
    const { name, ctx } = await setUpDomain();
    const nameservers = [{ host: `ns1.${name}`, addresses }, ...servers("ns2.example.net")];
    const problem = await problemOf(changeNameservers(ctx, { name, nameservers }));
    expect(problem).toMatchObject({ kind: "invalid", fields: [{ pointer }] });
  });

  it("rejects hosts that don't resolve if required, and accepts those that couldn't be looked up", async () => {
    const { name, id, ctx } = await setUpDomain();
    const asking = {
      ...ctx,
      ...dnsOf({
        "ns1.example.net": { kind: "found", addresses: ["203.0.114.5"] },
        "ns2.example.net": { kind: "unknown" },
        "inside.example.net": { kind: "private_address" },
      }),
    };
    const nameservers = servers("ns1.example.net", "nowhere.example.net", "inside.example.net");
    expect(await problemOf(changeNameservers(asking, { name, nameservers }))).toMatchObject({
      kind: "invalid",
      fields: [
        { pointer: "/nameservers/1/host", message: expect.stringContaining("does not resolve") },
        { pointer: "/nameservers/2/host" },
      ],
    });
    expect(await historyOf(id)).toEqual([]);
    const fine = servers("ns1.example.net", "ns2.example.net");
    expect(await changeNameservers(asking, { name, nameservers: fine })).toMatchObject({
      nameservers: fine,
      warnings: [{ code: "nameserver_unknown", message: expect.stringContaining("ns2.example.net") }],
    });
  });

  it("changes them once if the answer is lost", async () => {
    const { name, id, ctx } = await setUpDomain();
    const nameservers = servers("ns1.example.net", "ns2.example.net");
    await fixture.registry.injectFault({ kind: "drop_after_write", command: "domain:update" });
    await changeNameservers(ctx, { name, nameservers });
    expect(await historyOf(id)).toHaveLength(1);
    expect(await openIntentsOf(name)).toEqual([]);
  });
});

describe("getDnsStatus", () => {
  it("reports each nameserver, and where website and mail are", async () => {
    const { name, ctx } = await setUpDomain({ nameservers: ["ns1.example.net", "ns2.example.net"] });
    const dns: DnsResolver = {
      ...silentDns,
      readAddresses: async () => ({ kind: "found", addresses: ["203.0.114.7"] }),
      readKeys: async ({ nameserver }) =>
        nameserver === "ns1.example.net"
          ? { kind: "answered", address: "192.0.2.1", keys: [], signatures: [] }
          : { kind: "away", reason: "timeout" },
      readMailHosts: async ({ nameserver }) =>
        nameserver === "ns1.example.net"
          ? { kind: "answered", hosts: ["mx2.example.net", "mx1.example.net"] }
          : { kind: "away", reason: "timeout" },
    };
    expect(await getDnsStatus({ ...ctx, ...emailPorts, dns }, name)).toEqual({
      nameservers: [
        { host: "ns1.example.net", state: "answers" },
        { host: "ns2.example.net", state: "timeout" },
      ],
      website: { state: "found", addresses: ["203.0.114.7"] },
      mailHosts: ["mx1.example.net", "mx2.example.net"],
    });
  });

  it("distinguishes no mail from unknown mail", async () => {
    const { name, ctx } = await setUpDomain({ nameservers: ["ns1.example.net"] });
    const dnsOfMail = (mail: Awaited<ReturnType<DnsResolver["readMailHosts"]>>): DnsResolver => ({
      ...silentDns,
      readAddresses: async () => ({ kind: "unknown" }),
      readKeys: async () => ({ kind: "away", reason: "timeout" }),
      readMailHosts: async () => mail,
    });
    const none = dnsOfMail({ kind: "answered", hosts: [] });
    expect((await getDnsStatus({ ...ctx, ...emailPorts, dns: none }, name)).mailHosts).toEqual([]);
    const silent = dnsOfMail({ kind: "away", reason: "refused" });
    expect(await getDnsStatus({ ...ctx, ...emailPorts, dns: silent }, name)).toMatchObject({
      website: { state: "unknown", addresses: [] },
      mailHosts: null,
    });
  });
});
