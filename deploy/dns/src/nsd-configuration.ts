import { transferKeyName } from "./knot-configuration.ts";
import type { DnsAddress, DnsServerOptions } from "./options.ts";

/**
 * NSD as a public nameserver, for a second implementation beside Knot. Debian's version 4.6 doesn't follow a catalog, so each
 * zone is added with `nsd-control addzone`, in the pattern `member`.
 */
export function nsdConfiguration(options: DnsServerOptions, host: string): string {
  const { folders, primary, transferKey } = options;
  const own = options.secondaries.find((each) => each.host === host);
  if (!own) {
    throw new Error(`${host} isn't one of the public nameservers`);
  }
  return `server:
  ip-address: ${nsdAddress(own)}
  zonesdir: "${folders.state}"
  zonelistfile: "${folders.state}/zone.list"
  xfrdfile: "${folders.state}/xfrd.state"
  xfrdir: "${folders.state}"
  pidfile: "${folders.run}/nsd.pid"
  database: ""
  hide-version: yes
  hide-identity: yes
  refuse-any: yes
remote-control:
  control-enable: yes
  control-interface: "${folders.run}/control"
key:
  name: "${transferKeyName}"
  algorithm: hmac-sha256
  secret: "${transferKey}"
pattern:
  name: "member"
  zonefile: "${folders.state}/%s.zone"
  allow-notify: ${primary.address} ${transferKeyName}
  request-xfr: ${nsdAddress(primary)} ${transferKeyName}
`;
}

const nsdAddress = ({ address, port }: DnsAddress) => `${address}@${port}`;
