import ipaddr from "ipaddr.js";

/** Wider networks belong to whole providers, whose other customers could then use the domain's addresses. */
const shortestPrefix = { ipv4: 12, ipv6: 32 };

/** The canonical form of an address or network that the schema accepts; undefined if it is too wide. */
export function normalizeNetwork(text: string): string | undefined {
  const [typed = "", length] = text.split("/");
  const isMapped = ipaddr.parse(typed).kind() === "ipv6" && ipaddr.process(typed).kind() === "ipv4";
  const address = ipaddr.process(typed);
  const fullLength = address.kind() === "ipv4" ? 32 : 128;
  const prefix = length === undefined ? fullLength : Number(length) - (isMapped ? 96 : 0);
  if (prefix < shortestPrefix[address.kind()]) {
    return undefined;
  }
  if (prefix === fullLength) {
    return address.toString();
  }
  const cidr = `${address}/${prefix}`;
  const network =
    address.kind() === "ipv4"
      ? ipaddr.IPv4.networkAddressFromCIDR(cidr)
      : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${network}/${prefix}`;
}
