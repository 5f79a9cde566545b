import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Range = readonly [prefix: string, bits: number, why: string];

/**
 * IANA's IPv4 special-purpose registry (RFC 6890 and its updates), and cloud services at addresses that look public.
 */
const refusedIpv4Ranges: readonly Range[] = [
  ["0.0.0.0", 8, "this network, RFC 791"],
  ["10.0.0.0", 8, "private use, RFC 1918"],
  ["100.64.0.0", 10, "carrier-grade NAT, RFC 6598"],
  ["127.0.0.0", 8, "loopback, RFC 1122"],
  ["168.63.129.16", 32, "virtual host service of Azure"],
  ["169.254.0.0", 16, "link-local, RFC 3927; metadata of most clouds"],
  ["172.16.0.0", 12, "private use, RFC 1918"],
  ["192.0.0.0", 24, "protocol assignments, RFC 6890"],
  ["192.0.2.0", 24, "documentation, RFC 5737"],
  ["192.88.99.0", 24, "6to4 relay anycast, RFC 7526"],
  ["192.168.0.0", 16, "private use, RFC 1918"],
  ["198.18.0.0", 15, "benchmarking, RFC 2544"],
  ["198.51.100.0", 24, "documentation, RFC 5737"],
  ["203.0.113.0", 24, "documentation, RFC 5737"],
  ["224.0.0.0", 4, "multicast, RFC 5771"],
  ["240.0.0.0", 4, "reserved and broadcast, RFC 1112 and 919"],
];

/** IPv6 addresses outside global unicast space are never public: mapped, ULA, link-local, multicast and others. */
const globalUnicast: Range = ["2000::", 3, "global unicast, RFC 4291"];

const refusedIpv6Ranges: readonly Range[] = [
  ["2001::", 23, "protocol assignments, RFC 2928: Teredo, benchmarking, ORCHID"],
  ["2001:db8::", 32, "documentation, RFC 3849"],
  ["2002::", 16, "6to4, RFC 3056, which carries any IPv4 address"],
  ["3fff::", 20, "documentation, RFC 9637"],
];

/** RFC 6052: the last 32 bits are an IPv4 address, which decides. */
const nat64: Range = ["64:ff9b::", 96, "NAT64, RFC 6052"];

function blockList(family: "ipv4" | "ipv6", ranges: readonly Range[]): BlockList {
  const list = new BlockList();
  for (const [prefix, bits] of ranges) {
    list.addSubnet(prefix, bits, family);
  }
  return list;
}

const refusedIpv4 = blockList("ipv4", refusedIpv4Ranges);
const refusedIpv6 = blockList("ipv6", refusedIpv6Ranges);
const possiblyPublicIpv6 = blockList("ipv6", [globalUnicast]);
const translatedIpv6 = blockList("ipv6", [nat64]);

/** RFC 5214 6.1: an interface id of 0000:5efe or 0200:5efe and an IPv4 address, under any prefix. */
const isIsatap = ({ parts }: ipaddr.IPv6) => ((parts[4] ?? 0) & 0xfdff) === 0 && parts[5] === 0x5efe;

/** True unless the text is a public address. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) {
    return refusedIpv4.check(address, "ipv4");
  }
  if (family !== 6 || address.includes("%")) {
    return true;
  }
  const parsed = ipaddr.IPv6.parse(address);
  if (translatedIpv6.check(address, "ipv6")) {
    return isPrivateAddress(parsed.toByteArray().slice(12).join("."));
  }
  return !possiblyPublicIpv6.check(address, "ipv6") || refusedIpv6.check(address, "ipv6") || isIsatap(parsed);
}
