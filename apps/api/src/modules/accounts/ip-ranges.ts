import { BlockList, isIPv6 } from "node:net";

/** Whether an address lies in one of the ranges; an IPv4 address that came over IPv6 counts as itself. */
export function isWithin(ranges: readonly string[], ipAddress: string): boolean {
  const address = ipAddress.replace(/^::ffff:(?=\d+\.)/i, "").split("%")[0] ?? "";
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", prefix] = range.split("/");
    const family = isIPv6(network) ? "ipv6" : "ipv4";
    if (prefix === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(prefix), family);
  }
  return list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}
