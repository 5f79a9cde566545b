import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** A single IPv4 address, or the /64 that an IPv6 subscriber usually has. */
export function networkOf(ipAddress: string): string {
  if (isIP(ipAddress) === 0) {
    return ipAddress;
  }
  const address = ipaddr.process(ipAddress.split("%")[0] ?? "");
  return address.kind() === "ipv4"
    ? address.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`;
}
