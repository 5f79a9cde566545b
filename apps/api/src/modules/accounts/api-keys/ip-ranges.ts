import { isIPv4, isIPv6 } from "node:net";

type Network = { bits: 32 | 128; value: bigint; prefix: number };

/** Whether an address lies in one of the ranges; one that is no address lies in none. */
export function isWithin(ranges: readonly string[], ipAddress: string): boolean {
  return isRangeWithin(ranges, ipAddress);
}

/** Whether all of a range, or one address, lies in one of the ranges. IPv4 that came over IPv6 counts as itself. */
export function isRangeWithin(ranges: readonly string[], range: string): boolean {
  const inner = parse(range);
  return inner !== undefined && ranges.some((outer) => covers(parse(outer), inner));
}

function covers(outer: Network | undefined, inner: Network): boolean {
  if (!outer || outer.bits !== inner.bits || outer.prefix > inner.prefix) {
    return false;
  }
  const shift = BigInt(outer.bits - outer.prefix);
  return outer.value >> shift === inner.value >> shift;
}

const mapped = 0xffffn << 32n;

function parse(range: string): Network | undefined {
  const [text = "", prefixText] = range.split("/");
  // A zone (RFC 4007) names an interface of one machine, and is no part of the address.
  const address = text.split("%")[0] ?? "";
  const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : undefined;
  if (bits === undefined) {
    return undefined;
  }
  const prefix = prefixText === undefined ? bits : Number(prefixText);
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > bits) {
    return undefined;
  }
  const value = bits === 32 ? valueOfIpv4(address) : valueOfIpv6(address);
  // ::ffff:0:0/96 (RFC 4291 2.5.5.2) holds the addresses of IPv4.
  if (bits === 128 && prefix >= 96 && value >> 32n === mapped >> 32n) {
    return { bits: 32, value: value & 0xffffffffn, prefix: prefix - 96 };
  }
  return { bits, value, prefix };
}

const valueOfIpv4 = (address: string): bigint =>
  address.split(".").reduce((value, part) => (value << 8n) | BigInt(part), 0n);

function valueOfIpv6(address: string): bigint {
  const [head = "", tail] = address.split("::");
  const first = groupsOf(head);
  const last = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array<bigint>(8 - first.length - last.length).fill(0n);
  return [...first, ...zeros, ...last].reduce((value, group) => (value << 16n) | group, 0n);
}

const groupsOf = (text: string): bigint[] =>
  (text === "" ? [] : text.split(":")).flatMap((group) => {
    if (!group.includes(".")) {
      return [BigInt(`0x${group}`)];
    }
    const value = valueOfIpv4(group);
    return [value >> 16n, value & 0xffffn];
  });
