import { isLaterSerial } from "../../../src/modules/dns/model/serial.ts";
import {
  type PublicServer,
  type ServedSerial,
  type ServedZone,
  type WantedZone,
  type ZoneHosting,
  ZoneServerError,
  type ZoneServerSession,
  type ZoneSigning,
} from "../../../src/modules/dns/ports.ts";

/**
 * A primary and two public nameservers in memory, which follow it at once unless they are held. The adapter has a
 * contract suite of its own, with a real server.
 */
export function createZoneHosting(hosts: readonly string[] = ["ns1.dns.test", "ns2.dns.test"]) {
  const servers: PublicServer[] = hosts.map((host, index) => ({
    host,
    address: "127.0.0.1",
    port: 5301 + index,
  }));
  const zones = new Map<string, ServedZone>();
  const signings = new Map<string, ZoneSigning>();
  /** By host and zone: what a held server still has. */
  const held = new Map<string, Map<string, number | null>>();
  const conversations: string[][] = [];
  const state = { isAway: false, refuses: new Set<string>() };
  let isTalking = false;

  const sessionOf = (log: string[]): ZoneServerSession => ({
    list: async () => [...zones.keys()],
    read: async (name) => zones.get(name) ?? null,
    async put(zone: WantedZone) {
      log.push(`put ${zone.name}`);
      if (state.isAway) {
        throw new ZoneServerError("away", "the primary does not answer");
      }
      if (state.refuses.has(zone.name)) {
        throw new ZoneServerError("refused", "semantic check");
      }
      const before = zones.get(zone.name);
      const content = zone.recordSets.map(({ name, type, ttlSeconds, values }) => ({
        name,
        type,
        ttlSeconds,
        values: [...values],
      }));
      if (before && JSON.stringify(before.recordSets) === JSON.stringify(content)) {
        return { serial: before.serial, isChanged: false };
      }
      const serial = before && !isLaterSerial(zone.serial, before.serial) ? before.serial + 1 : zone.serial;
      zones.set(zone.name, { serial, recordSets: content });
      return { serial, isChanged: true };
    },
    async remove(name) {
      log.push(`remove ${name}`);
      zones.delete(name);
      signings.delete(name);
    },
    signingOf: async (name) => signings.get(name) ?? "unsigned",
    async setSigning(name, signing) {
      signings.set(name, signing);
    },
    keys: async () => [],
    rollOver: async () => {},
  });

  const hosting: ZoneHosting = {
    contactMailbox: "dns.admin@dns.test",
    zoneServer: {
      async converse(work) {
        if (state.isAway) {
          throw new ZoneServerError("away", "the primary does not answer");
        }
        if (isTalking) {
          throw new Error("the primary serves one client at a time");
        }
        isTalking = true;
        const log: string[] = [];
        conversations.push(log);
        try {
          return await work(sessionOf(log));
        } finally {
          isTalking = false;
        }
      },
    },
    publicServers: {
      servers,
      async readSerial({ host }, name): Promise<ServedSerial> {
        const stopped = held.get(host);
        const serial = stopped ? stopped.get(name) : zones.get(name)?.serial;
        if (serial === null) {
          return { kind: "away", reason: "timeout" };
        }
        return serial === undefined ? { kind: "not_served" } : { kind: "answered", serial };
      },
    },
  };
  return {
    hosting,
    zones,
    signings,
    conversations,
    state,
    /** From now on, the server doesn't follow the primary. */
    hold(host: string) {
      held.set(host, new Map([...zones].map(([name, { serial }]) => [name, serial])));
    },
    /** From now on, the server doesn't answer. */
    silence(host: string) {
      held.set(host, new Map([...zones.keys()].map((name) => [name, null])));
    },
    release: (host: string) => held.delete(host),
    /** As when the primary signs it again. */
    raiseSerial(name: string) {
      const zone = zones.get(name);
      if (zone) {
        zones.set(name, { ...zone, serial: zone.serial + 1 });
      }
    },
  };
}
