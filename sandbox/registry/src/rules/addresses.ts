import { SocketAddress } from "node:net";
import type { HostAddress } from "@zonepost/epp";
import { Refusal } from "../refusal.ts";

/** The canonical form of an address (RFC 5952). */
function normalized({ version, address }: HostAddress): HostAddress {
  const family = version === "v4" ? "ipv4" : "ipv6";
  return { version, address: new SocketAddress({ address, family }).address };
}

/** Removes, then adds (RFC 5732 section 3.2.5). */
export function changeAddresses(
  current: readonly HostAddress[],
  removed: readonly HostAddress[],
  added: readonly HostAddress[],
): HostAddress[] {
  let addresses = [...current];
  for (const { address } of removed.map(normalized)) {
    const left = addresses.filter((held) => held.address !== address);
    if (left.length === addresses.length) {
      throw new Refusal(2303, `${address} is not an address of this host`);
    }
    addresses = left;
  }
  for (const one of added.map(normalized)) {
    if (addresses.some((held) => held.address === one.address)) {
      throw new Refusal(2306, `${one.address} is an address of this host already`);
    }
    addresses.push(one);
  }
  return addresses;
}
