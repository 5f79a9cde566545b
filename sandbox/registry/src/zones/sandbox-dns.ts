import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { HostedZones } from "./hosted-zones.ts";
import { publishZones, type ZonesOptions } from "./publish-zones.ts";
import { startValidatingResolver } from "./validating-resolver.ts";

export type SandboxDnsOptions = {
  databaseUrl: string;
  dataDir: string;
  tlds: readonly string[];
  /** The resolver's port. Default: 0, a free port. */
  resolverPort?: number;
  /** Customers' zones served on this machine, for the resolver. */
  servers?: readonly { zone: string; port: number }[];
  /** The loopback ports of the nameservers for hosted zones, by their host names. */
  nameserverPorts?: Readonly<Record<string, number>>;
  log?: ZonesOptions["log"];
};

export type SandboxDns = {
  zonesPort: number;
  resolverPort: number;
  close(): Promise<void>;
};

/**
 * The sandbox's DNS: its signed zones, and a resolver that validates with their keys. While they run,
 * `registry/dns/address.json` in the data folder contains their addresses.
 */
export async function startSandboxDns(options: SandboxDnsOptions): Promise<SandboxDns> {
  const { databaseUrl, dataDir, tlds, log } = options;
  const folder = path.join(path.resolve(dataDir), "registry/dns");
  const addressFile = path.join(folder, "address.json");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { nameserverPorts = {} } = options;
  const hosted = new HostedZones(nameserverPorts);
  const zones = await publishZones({ databaseUrl, folder: path.join(folder, "zones"), tlds, hosted, log });
  try {
    const resolver = await startValidatingResolver({
      folder: path.join(folder, "resolver"),
      trustAnchors: zones.trustAnchors,
      servers: [
        ...tlds.map((zone) => ({ zone, ports: [zones.port] })),
        ...(options.servers ?? []).map(({ zone, port }) => ({ zone, ports: [port] })),
        ...hosted.servers,
      ],
      hosts: Object.keys(nameserverPorts),
      port: options.resolverPort ?? 0,
    });
    hosted.follow(resolver);
    const address = { zonesPort: zones.port, resolverPort: resolver.port, pid: process.pid };
    await writeFile(addressFile, `${JSON.stringify(address)}\n`);
    return {
      zonesPort: zones.port,
      resolverPort: resolver.port,
      async close() {
        await rm(addressFile, { force: true });
        await resolver.close();
        await zones.close();
      },
    };
  } catch (error) {
    await zones.close();
    throw error;
  }
}
