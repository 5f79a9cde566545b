import type { Env } from "../env.ts";
import type { DnsModulePorts } from "../modules/dns/index.ts";

export const wireZones = (_env: Env): DnsModulePorts => ({
  zoneHosting: null,
  zoneProof: { readProof: async () => "away" },
});
