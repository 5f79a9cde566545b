import type { DnsResolver } from "../adapters/dns/index.ts";
import { createPublicServers } from "../adapters/dns/public-servers.ts";
import { createKnotServer } from "../adapters/knot/index.ts";
import type { Env } from "../env.ts";
import { guardPort } from "../kernel/quarantine/guard-port.ts";
import type { QuarantineGuard } from "../kernel/quarantine/quarantine-guard.ts";
import type { DnsModulePorts } from "../modules/dns/index.ts";
import { placeInNewZone } from "../modules/mail/index.ts";

/** Only workers need the control socket: the API never talks to the primary. */
export function wireZones(
  { zoneHosting, mailDns: mailDnsSettings }: Env,
  { quarantine, dns }: { quarantine: QuarantineGuard; dns: DnsResolver },
): DnsModulePorts {
  const ownServers = zoneHosting?.servers ?? [];
  return {
    zoneHosting: zoneHosting && {
      zoneServer: guardPort(
        createKnotServer({ socketPath: zoneHosting.controlSocket ?? "" }),
        quarantine,
        [],
      ),
      publicServers: createPublicServers(zoneHosting.servers),
      contactMailbox: zoneHosting.contactMailbox,
    },
    zoneProof: { readProof: (question, signal) => dns.readProof({ ...question, ownServers }, signal) },
    zoneDelegations: { readDelegation: (question, signal) => dns.readDelegation(question, signal) },
    zoneListener: {
      whenZoneCreated: (tx, ctx, zone) => placeInNewZone(tx, { ...ctx, mailDnsSettings }, zone),
    },
  };
}
