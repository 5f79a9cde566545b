import type { Env } from "../env.ts";
import type { DnsModulePorts } from "../modules/dns/index.ts";

const notYet = () => Promise.reject(new Error("no adapter yet"));

export const wireZones = ({ zoneHosting }: Env): DnsModulePorts => ({
  zoneHosting: zoneHosting && {
    zoneServer: { converse: notYet },
    publicServers: {
      servers: zoneHosting.servers,
      readSerial: async () => ({ kind: "away", reason: "timeout" }),
    },
    contactMailbox: zoneHosting.contactMailbox,
  },
  zoneProof: { readProof: async () => "away" },
});
