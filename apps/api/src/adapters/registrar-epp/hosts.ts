import type { EppClient, HostAddress, Nameserver } from "@zonepost/epp";
import type { RegistryRules } from "./calls.ts";
import { hasCode, resultCode } from "./result-codes.ts";

export type Host = { host: string; addresses: string[] };

const isUnder = (host: string, domainName: string) => host === domainName || host.endsWith(`.${domainName}`);
export const hasSameAddresses = (one: Host, other: Host): boolean =>
  one.addresses.toSorted().join() === other.addresses.toSorted().join();

const toAddresses = (addresses: readonly string[]): HostAddress[] =>
  addresses.map((address) => ({ address, version: address.includes(":") ? "v6" : "v4" }));

export async function saveOwnHosts(
  client: EppClient,
  domainName: string,
  hosts: readonly Host[],
): Promise<void> {
  for (const { host, addresses } of hosts) {
    if (!isUnder(host, domainName) || addresses.length === 0) {
      continue;
    }
    const held = await readHost(client, host);
    if (!held) {
      await client.hostCreate(host, { addresses: toAddresses(addresses) }).catch((error: unknown) => {
        if (!hasCode(error, resultCode.exists)) {
          throw error;
        }
      });
      continue;
    }
    const added = addresses.filter((address) => !held.includes(address));
    const removed = held.filter((address) => !addresses.includes(address));
    if (added.length === 0 && removed.length === 0) {
      continue;
    }
    await client.hostUpdate(host, {
      add: added.length > 0 ? { addresses: toAddresses(added) } : undefined,
      remove: removed.length > 0 ? { addresses: toAddresses(removed) } : undefined,
    });
  }
}

/**
 * Some registries create hosts of other domains on demand. If one reports them missing, creates them and sends again.
 */
export async function withForeignHosts<Answer>(
  client: EppClient,
  domainName: string,
  hosts: readonly Host[],
  send: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (!hasCode(error, resultCode.doesNotExist)) {
      throw error;
    }
    await makeForeignHosts(client, domainName, hosts);
    return await send();
  }
}

async function makeForeignHosts(client: EppClient, domainName: string, hosts: readonly Host[]) {
  const foreign = hosts.map(({ host }) => host).filter((host) => !isUnder(host, domainName));
  if (foreign.length === 0) {
    return;
  }
  const { data } = await client.hostCheck(foreign);
  for (const { name, available } of data.hosts) {
    if (!available) {
      continue;
    }
    await client.hostCreate(name).catch((error: unknown) => {
      if (!hasCode(error, resultCode.exists)) {
        throw error;
      }
    });
  }
}

export async function readGlue(
  client: EppClient,
  domainName: string,
  nameservers: readonly string[],
): Promise<Host[]> {
  const own = nameservers.filter((host) => isUnder(host, domainName));
  return Promise.all(
    own.map(async (host) => ({ host, addresses: ((await readHost(client, host)) ?? []).sort() })),
  );
}

/** From the host attributes of a domain (RFC 5731 section 1.1). */
export const glueOf = (domainName: string, nameservers: readonly Nameserver[]): Host[] =>
  nameservers.flatMap(({ name, addresses = [] }) => {
    const host = name.toLowerCase();
    return isUnder(host, domainName)
      ? [{ host, addresses: addresses.map(({ address }) => address.toLowerCase()).sort() }]
      : [];
  });

/** A delegation in a domain's commands: with addresses only where hosts are attributes. */
export const nameserversOf = (hosts: readonly Host[], { hostModel }: Pick<RegistryRules, "hostModel">) =>
  hosts.map(
    ({ host, addresses }): Nameserver =>
      hostModel === "attributes" ? { name: host, addresses: toAddresses(addresses) } : { name: host },
  );

async function readHost(client: EppClient, host: string): Promise<string[] | undefined> {
  try {
    const { data } = await client.hostInfo(host);
    return data.addresses.map(({ address }) => address.toLowerCase());
  } catch (error) {
    if (hasCode(error, resultCode.doesNotExist, resultCode.notAuthorized)) {
      return undefined;
    }
    throw error;
  }
}
