import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Network = { address: ipaddr.IPv4 | ipaddr.IPv6; prefix: number };

/** False for text that is not an address. */
export function isWithin(ranges: readonly string[], ipAddress: string): boolean {
  return isRangeWithin(ranges, ipAddress);
}

/** True if the whole range, or the single address, is in one of the ranges. IPv4-mapped IPv6 counts as IPv4. */
export function isRangeWithin(ranges: readonly string[], range: string): boolean {
  const inner = parse(range);
  return inner !== undefined && ranges.some((outer) => covers(parse(outer), inner));
}

/** True if the ranges (null for any address) allow no address that the outer ones don't. */
export function areRangesWithin(outer: readonly string[] | null, ranges: readonly string[] | null): boolean {
  return outer === null || (ranges?.every((range) => isRangeWithin(outer, range)) ?? false);
}

const covers = (outer: Network | undefined, { address, prefix }: Network): boolean =>
  outer?.address.kind() === address.kind() &&
  outer.prefix <= prefix &&
  address.match([outer.address, outer.prefix]);

function parse(range: string): Network | undefined {
  const [text = "", prefixText] = range.split("/");
  // Node accepts only the usual notation; ipaddr.js also accepts octal and hexadecimal parts.
  const bits = isIP(text) === 4 ? 32 : isIP(text) === 6 ? 128 : undefined;
  const prefix = prefixText === undefined ? bits : Number(prefixText);
  if (
    bits === undefined ||
    prefix === undefined ||
    !(Number.isInteger(prefix) && prefix >= 0 && prefix <= bits)
  ) {
    return undefined;
  }
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && prefix >= 96) {
    return { address: address.toIPv4Address(), prefix: prefix - 96 };
  }
  return { address, prefix };
}
