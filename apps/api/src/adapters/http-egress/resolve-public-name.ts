import { Resolver } from "node:dns/promises";

export type ResolvedAddress = { address: string; family: number };

const tryTimeoutMs = 2_000;
const tries = 2;

/**
 * Resolves names in DNS, without the hosts file. The system's own resolver occupies one of four threads for each lookup,
 * so a few names with nameservers that don't answer would hold up the deliveries of everyone.
 */
export function createPublicResolver(resolver = new Resolver({ timeout: tryTimeoutMs, tries })) {
  return async (hostname: string): Promise<ResolvedAddress[]> => {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [
      ...(ipv4.status === "fulfilled" ? ipv4.value : []).map((address) => ({ address, family: 4 })),
      ...(ipv6.status === "fulfilled" ? ipv6.value : []).map((address) => ({ address, family: 6 })),
    ];
    if (addresses.length === 0 && ipv4.status === "rejected") {
      throw ipv4.reason;
    }
    return addresses;
  };
}
