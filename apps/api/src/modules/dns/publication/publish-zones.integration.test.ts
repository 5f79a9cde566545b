import { zonePublications, zoneServerLease, zoneWithdrawals } from "@zonepost/db";
import type { ZonePublication } from "@zonepost/schema";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { set, setUpZones } from "../../../../test/support/dns/set-up-zones.ts";

const zones = setUpZones();

const publication = (zoneName: string) =>
  zones.call<ZonePublication>("getZonePublication", zones.owner, { zoneName });
const publishedOf = async () =>
  (await zones.eventsOf(zones.owner))
    .filter(({ type }) => type === "zone.published")
    .map(({ data }) => data.version);
/** Whatever waits for its next try is due now. */
const skipWaits = () => zones.db.update(zonePublications).set({ dueAt: new Date(0) });

describe("publication", () => {
  it("brings a new zone to the primary, asks each nameserver, and then emits zone.published once", async () => {
    const name = await zones.createZone("www A 192.0.2.1\n");
    expect(await publication(name)).toMatchObject({
      state: "publishing",
      servers: [
        { host: "ns1.dns.test", checkedAt: null },
        { host: "ns2.dns.test", checkedAt: null },
      ],
    });
    await zones.publish();
    const { serial } = await zones.zone(name);
    expect(await publication(name)).toMatchObject({
      version: 1,
      state: "published",
      servers: [
        { host: "ns1.dns.test", serial, version: 1, inStepAt: expect.any(String), problem: null },
        { host: "ns2.dns.test", serial, version: 1, inStepAt: expect.any(String), problem: null },
      ],
    });
    expect(
      zones.servers.zones.get(name)?.recordSets.map(({ name: owner, type }) => `${owner} ${type}`),
    ).toEqual(["@ NS", "www A"]);
    await skipWaits();
    await zones.publish();
    expect(await publishedOf()).toEqual([1]);
  });

  it("serves the latest of several versions, with one event for it", async () => {
    const name = await zones.createZone();
    for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) {
      await zones.change(name, [set("www", "A", address)]);
    }
    await zones.publish();
    expect(await publishedOf()).toEqual([4]);
  });

  it("is not complete while one nameserver is behind or away, and says which", async () => {
    const name = await zones.createZone();
    await zones.publish();
    zones.servers.hold("ns2.dns.test");
    await zones.change(name, [set("www", "A", "192.0.2.1")]);
    await zones.publish();
    expect(await publication(name)).toMatchObject({
      version: 2,
      state: "publishing",
      servers: [
        { version: 2, inStepAt: expect.any(String) },
        { version: 1, inStepAt: null, problem: null },
      ],
    });
    zones.servers.silence("ns2.dns.test");
    await skipWaits();
    await zones.publish();
    expect((await publication(name)).servers[1]).toMatchObject({
      serial: null,
      version: null,
      problem: "away",
    });
    expect(await publishedOf()).toEqual([1]);
    zones.servers.release("ns2.dns.test");
    await skipWaits();
    await zones.publish();
    expect((await publication(name)).state).toBe("published");
    expect(await publishedOf()).toEqual([1, 2]);
  });

  it("counts a serial that was raised by signing as the same version", async () => {
    const name = await zones.createZone();
    await zones.publish();
    zones.servers.raiseSerial(name);
    await skipWaits();
    await zones.publish();
    expect(await publication(name)).toMatchObject({
      state: "published",
      servers: [{ version: 1 }, { version: 1 }],
    });
    await zones.change(name, [set("www", "A", "192.0.2.1")]);
    await zones.publish();
    const { serial } = await zones.zone(name);
    expect(serial).toBe(zones.servers.zones.get(name)?.serial);
    expect((await publication(name)).servers[0]).toMatchObject({ version: 2, serial });
  });

  it("repairs what the primary has lost or has otherwise, whatever it knew", async () => {
    const name = await zones.createZone("www A 192.0.2.1\n");
    await zones.publish();
    zones.servers.zones.delete(name);
    await zones.change(name, [set("ftp", "A", "192.0.2.1")]);
    await zones.publish();
    expect(zones.servers.zones.get(name)?.recordSets).toHaveLength(3);
  });

  it("of a zone that the primary refuses says so, and doesn't keep others from it", async () => {
    const [bad, good] = [await zones.createZone(), await zones.createZone()];
    zones.servers.state.refuses.add(bad);
    await zones.publish();
    expect(await publication(bad)).toMatchObject({ state: "failed", problem: "semantic check" });
    expect((await publication(good)).state).toBe("published");
    zones.servers.state.refuses.clear();
    await zones.change(bad, [set("www", "A", "192.0.2.1")]);
    await zones.publish();
    expect((await publication(bad)).state).toBe("published");
  });

  it("waits while the primary is away, and loses nothing", async () => {
    const name = await zones.createZone();
    zones.servers.state.isAway = true;
    await zones.publish();
    expect((await publication(name)).state).toBe("publishing");
    zones.servers.state.isAway = false;
    await skipWaits();
    await zones.publish();
    expect((await publication(name)).state).toBe("published");
  });

  it("takes workspaces in turn: a change waits for one zone of another workspace, not for its thousand", async () => {
    const bulk = [];
    for (let index = 0; index < 30; index += 1) {
      bulk.push(await zones.createZone(undefined, zones.stranger));
    }
    const name = await zones.createZone();
    await zones.publish();
    const order = zones.servers.conversations.flat();
    expect(order).toHaveLength(31);
    expect(order.indexOf(`put ${name}`)).toBeLessThanOrEqual(1);
  });

  it("is one worker's at a time, and another's once a dead one's lease has run out", async () => {
    const name = await zones.createZone();
    const holder = "01890000-0000-7000-8000-000000000000";
    const lease = (leasedUntil: Date) =>
      zones.db
        .insert(zoneServerLease)
        .values({ holder, leasedUntil })
        .onConflictDoUpdate({ target: zoneServerLease.id, set: { holder, leasedUntil } });
    await lease(new Date(Date.now() + 60_000));
    await zones.publish();
    expect(zones.servers.conversations).toEqual([]);
    await lease(new Date(Date.now() - 1));
    await Promise.all([zones.publish(), zones.publish(), zones.publish()]);
    expect((await publication(name)).state).toBe("published");
  });

  it("never keeps changes from being made at the same time", async () => {
    const name = await zones.createZone();
    let isDone = false;
    const publishing = (async () => {
      while (!isDone) {
        await zones.publish();
      }
    })();
    const write = async (writer: number) => {
      for (let index = 0; index < 10; index += 1) {
        await zones.change(name, [set(`host-${writer}-${index}`, "A", "192.0.2.1")]);
      }
    };
    await Promise.all([0, 1, 2].map(write)).finally(() => {
      isDone = true;
    });
    await publishing;
    expect((await publication(name)).version).toBe(31);
  });

  it("withdraws a deleted zone from the nameservers, unless the name has a zone again", async () => {
    const [gone, back] = [await zones.createZone(), await zones.createZone()];
    await zones.publish();
    for (const zoneName of [gone, back]) {
      await zones.call("deleteZone", zones.owner, { zoneName, body: { confirmName: zoneName } });
    }
    await zones.call("createZone", zones.owner, { body: { name: back } });
    await zones.publish();
    expect([...zones.servers.zones.keys()]).toEqual([back]);
    expect(
      await zones.db.$count(zoneWithdrawals, eq(zoneWithdrawals.workspaceId, zones.owner.actor.workspaceId)),
    ).toBe(0);
  });
});
