import { createPublicServers } from "../adapters/dns/public-servers.ts";
import { createKnotServer } from "../adapters/knot/index.ts";
import type { Env } from "../env.ts";
import { guardPort } from "../kernel/quarantine/guard-port.ts";
import type { QuarantineGuard } from "../kernel/quarantine/quarantine-guard.ts";
import type { DnsModulePorts } from "../modules/dns/index.ts";

/** Only workers need the control socket: the API never talks to the primary. */
export const wireZones = (
  { zoneHosting }: Env,
  { quarantine }: { quarantine: QuarantineGuard },
): DnsModulePorts => ({
  zoneHosting: zoneHosting && {
    zoneServer: guardPort(createKnotServer({ socketPath: zoneHosting.controlSocket ?? "" }), quarantine, []),
    publicServers: createPublicServers(zoneHosting.servers),
    contactMailbox: zoneHosting.contactMailbox,
  },
  zoneProof: { readProof: async () => "away" },
});
