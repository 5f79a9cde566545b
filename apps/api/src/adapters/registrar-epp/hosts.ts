import { type EppClient, EppResultError, type HostAddress } from "@zonepost/epp";

const objectExists = 2302;
const objectDoesNotExist = 2303;
const notAuthorized = 2201;

type Host = { host: string; addresses: string[] };

const isUnder = (host: string, domainName: string) => host === domainName || host.endsWith(`.${domainName}`);
const toAddresses = (addresses: readonly string[]): HostAddress[] =>
  addresses.map((address) => ({ address, version: address.includes(":") ? "v6" : "v4" }));
const isCode = (error: unknown, ...codes: number[]) =>
  error instanceof EppResultError && codes.includes(error.code);

/** Brings the hosts under a domain to their addresses: made where they are missing, changed where they differ. */
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
        if (!isCode(error, objectExists)) {
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
      ...(added.length > 0 ? { add: { addresses: toAddresses(added) } } : {}),
      ...(removed.length > 0 ? { remove: { addresses: toAddresses(removed) } } : {}),
    });
  }
}

/** Makes those hosts elsewhere that the registry does not know yet, for registries that do not do so themselves. */
export async function makeForeignHosts(client: EppClient, domainName: string, hosts: readonly Host[]) {
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
      if (!isCode(error, objectExists)) {
        throw error;
      }
    });
  }
}

/** The addresses of those nameservers that lie under the domain. */
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

async function readHost(client: EppClient, host: string): Promise<string[] | undefined> {
  try {
    const { data } = await client.hostInfo(host);
    return data.addresses.map(({ address }) => address.toLowerCase());
  } catch (error) {
    if (isCode(error, objectDoesNotExist, notAuthorized)) {
      return undefined;
    }
    throw error;
  }
}
