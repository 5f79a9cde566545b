import type { RecordSet, ZonePublication } from "@zonepost/schema";
import { findServerProgram } from "@zonepost/server-process";
import { normalizeValue } from "@zonepost/zone-file";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPublicServers } from "../src/adapters/dns/public-servers.ts";
import { type HostedZones, send, startHostedZones } from "./support/dns/hosted-zones.ts";
import { changeUnderFaults } from "./support/dns/zones-under-faults.ts";
import type { Workspace } from "./support/start-api.ts";
import { until } from "./support/until.ts";

const hasKnot = (await findServerProgram("knotd")) !== undefined;

describe.skipIf(!hasKnot)("zones at real nameservers (skipped without Knot)", () => {
  let zones: HostedZones;
  let workspace: Workspace;
  beforeAll(async () => {
    zones = await startHostedZones();
    workspace = await zones.api.createWorkspace();
    await zones.startWorker();
  });
  afterAll(() => zones?.[Symbol.asyncDispose]());

  const createZone = async (more: object = {}) => {
    const name = await workspace.addDomain();
    await send(zones.api, workspace, "POST", "/zones", { name, ...more });
    return name;
  };
  const change = (name: string, changes: object[]) =>
    send(zones.api, workspace, "POST", `/zones/${name}/changes`, { changes });
  const published = (name: string) =>
    until(`${name} is published`, async () => {
      const found = (await send(
        zones.api,
        workspace,
        "GET",
        `/zones/${name}/publication`,
      )) as ZonePublication;
      return found.state === "published" ? found : undefined;
    });
  const records = async (name: string) =>
    ((await send(zones.api, workspace, "GET", `/zones/${name}/records`)) as RecordSet[]).map((set) => ({
      name: set.name,
      type: set.type,
      ttlSeconds: set.ttl,
      values: [...set.values].sort(),
    }));
  /** The server writes some types differently, such as hexadecimal digits in upper case. */
  const servedAt = async (server: number, name: string) =>
    sorted(
      (await zones.served(server, name)).recordSets.map((set) => ({
        ...set,
        values: set.values.map((value) => canonical(set.type, value, name)).sort(),
      })),
    );
  const canonical = (type: string, value: string, name: string) => {
    const read = normalizeValue(type, value, name);
    return read.ok ? read.value : `${value}: ${read.message}`;
  };
  const sorted = (sets: Awaited<ReturnType<typeof records>>) =>
    sets.sort((one, other) => (`${one.name} ${one.type}` < `${other.name} ${other.type}` ? -1 : 1));

  it("serves exactly the zone's records at every nameserver once it is published", async () => {
    const name = await createZone({
      zoneFile: `@ MX 10 mail.example.net.
www 300 A 192.0.2.1
www AAAA 2001:db8::1
*.shop CNAME www
_443._tcp TLSA 3 1 1 ${"ab".repeat(32)}
@ TXT "v=spf1 -all" "second; string"
@ CAA 0 issue "ca.example.net"
@ HTTPS 1 . alpn=h2,h3
_sip._tcp SRV 1 2 5060 sip.example.net.
sub NS ns.sub
ns.sub A 192.0.2.53
odd TYPE65280 \\# 3 abcdef
`,
    });
    await published(name);
    const expected = sorted(await records(name));
    expect(expected).toHaveLength(13);
    for (const server of [0, 1, 2]) {
      expect(await servedAt(server, name)).toEqual(expected);
    }
  });

  it("brings each of 20 random change sets to both nameservers, equal and with one serial", async () => {
    const name = await createZone();
    for (let round = 0; round < 20; round += 1) {
      const hosts = Array.from({ length: 3 }, (_, index) => `host-${(round * 7 + index * 3) % 11}`);
      await change(
        name,
        [...new Set(hosts)].map((host, index) =>
          (round + index) % 4 === 0
            ? { action: "delete", name: host, type: "A" }
            : { action: "set", name: host, type: "A", ttl: 60 + round, values: [`192.0.2.${round + index}`] },
        ),
      );
      const { servers } = await published(name);
      expect(new Set(servers.map(({ serial }) => serial)).size).toBe(1);
      const expected = sorted(await records(name));
      expect(await servedAt(1, name)).toEqual(expected);
      expect(await servedAt(2, name)).toEqual(expected);
    }
  });

  it("withdraws a deleted zone everywhere", async () => {
    const name = await createZone();
    await published(name);
    await send(zones.api, workspace, "DELETE", `/zones/${name}`, { confirmName: name });
    const { readSerial, servers } = createPublicServers(
      zones.ports.map((port, index) => ({ host: `server-${index}`, address: "127.0.0.1", port })),
    );
    await until("no nameserver has it", async () => {
      const answers = await Promise.all(servers.map((server) => readSerial(server, name)));
      return answers.every(({ kind }) => kind === "not_served");
    });
  });
});

it.skipIf(!hasKnot)(
  "loses no change set and skips no event though worker, primary and a nameserver are killed (skipped without Knot)",
  async () => {
    const result = await changeUnderFaults({
      changeSets: 40,
      zoneCount: 4,
      faults: ["worker", "primary", "nameserver"],
    });
    expect(result.lost).toEqual([]);
    expect(result.different).toEqual([]);
    expect(result.changedEvents).toBe(40);
    expect(result.publishedOutOfOrder).toEqual([]);
  },
);
