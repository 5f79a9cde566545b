import type { OctetWriter } from "../octets.ts";
import { toHex } from "../octets.ts";
import { RecordError } from "../record-error.ts";
import type { Kind } from "./kind.ts";

/** Undefined unless it is four decimal numbers without leading zeros. */
export function parseIpv4(text: string): number[] | undefined {
  const parts = text.split(".");
  const isValid =
    parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
  return isValid ? parts.map(Number) : undefined;
}

export function parseIpv6(text: string): number[] | undefined {
  const halves = text.split("::");
  const [head, tail] = halves.map(parseGroups);
  if (halves.length > 2 || !head || (halves.length === 2 && !tail)) {
    return undefined;
  }
  if (!tail) {
    return head.length === 16 ? head : undefined;
  }
  // An address with an IPv4 part before "::" isn't one.
  const missing = 16 - head.length - tail.length;
  const isValid = missing >= 2 && !halves[0]?.includes(".");
  return isValid ? [...head, ...new Array<number>(missing).fill(0), ...tail] : undefined;
}

/** Hexadecimal groups, of which the last may be an IPv4 address. */
function parseGroups(text: string): number[] | undefined {
  if (text === "") {
    return [];
  }
  const octets: number[] = [];
  const groups = text.split(":");
  for (const [index, group] of groups.entries()) {
    const ipv4 = index === groups.length - 1 ? parseIpv4(group) : undefined;
    if (ipv4) {
      octets.push(...ipv4);
    } else if (/^[0-9a-f]{1,4}$/i.test(group)) {
      const value = Number.parseInt(group, 16);
      octets.push(value >> 8, value & 255);
    } else {
      return undefined;
    }
  }
  return octets.length <= 16 ? octets : undefined;
}

/** RFC 5952. */
export function printIpv6(octets: Uint8Array): string {
  const groups = Array.from({ length: 8 }, (_, index) => octets[2 * index]! * 256 + octets[2 * index + 1]!);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return `::ffff:${octets.slice(12).join(".")}`;
  }
  let longest = { from: 0, length: 1 };
  for (let from = 0; from < 8; from++) {
    let length = 0;
    while (groups[from + length] === 0) {
      length++;
    }
    if (length > longest.length) {
      longest = { from, length };
    }
  }
  const print = (part: number[]) => part.map((group) => group.toString(16)).join(":");
  return longest.length === 1
    ? print(groups)
    : `${print(groups.slice(0, longest.from))}::${print(groups.slice(longest.from + longest.length))}`;
}

export const ipv4: Kind = {
  read(tokens, writer, field) {
    const token = tokens.word(field);
    const octets = parseIpv4(token.raw);
    if (!octets) {
      throw new RecordError(
        "ipv4",
        `The ${field} must be four numbers from 0 to 255, without leading zeros.`,
        token,
      );
    }
    writer.bytes(octets);
  },
  print: (reader) => reader.bytes(4).join("."),
};

export const ipv6: Kind = {
  read(tokens, writer, field) {
    const token = tokens.word(field);
    const octets = parseIpv6(token.raw);
    if (!octets) {
      throw new RecordError("ipv6", `The ${field} isn't a valid IPv6 address.`, token);
    }
    writer.bytes(octets);
  },
  print: (reader) => printIpv6(reader.bytes(16)),
};

/** Groups of `digits` hexadecimal digits: EUI-48, EUI-64 (RFC 7043), locators and node IDs (RFC 6742). */
function groupsKind(groups: number, octetsOfEach: number, separator: string, example: string): Kind {
  const digits = octetsOfEach === 1 ? "{2}" : "{1,4}";
  const pattern = new RegExp(`^[0-9a-f]${digits}(${separator}[0-9a-f]${digits}){${groups - 1}}$`, "i");
  return {
    read(tokens, writer, field) {
      const token = tokens.word(field);
      if (!pattern.test(token.raw)) {
        throw new RecordError("hexadecimal_groups", `The ${field} must look like ${example}.`, token);
      }
      for (const group of token.raw.split(separator)) {
        writer.number(Number.parseInt(group, 16), octetsOfEach);
      }
    },
    print: (reader) =>
      Array.from({ length: groups }, () => toHex(reader.bytes(octetsOfEach))).join(separator),
  };
}

export const eui48: Kind = groupsKind(6, 1, "-", "00-00-5e-00-53-2a");
export const eui64: Kind = groupsKind(8, 1, "-", "00-00-5e-ef-10-00-00-2a");
export const locator64: Kind = groupsKind(4, 2, ":", "2001:0db8:1140:1000");

/** Address prefixes (RFC 3123), such as `1:192.0.2.0/24 !2:2001:db8::/32`. */
export const prefixes: Kind = {
  read(tokens, writer, field) {
    while (tokens.hasMore) {
      const token = tokens.word(field);
      const [, exclusion, family, address = "", length] =
        /^(!?)([12]):([^/]*)\/(\d{1,3})$/.exec(token.raw) ?? [];
      const octets = family === "1" ? parseIpv4(address) : family === "2" ? parseIpv6(address) : undefined;
      if (!octets || Number(length) > octets.length * 8) {
        throw new RecordError(
          "prefix",
          `The ${field} must look like 1:192.0.2.0/24 or 2:2001:db8::/32.`,
          token,
        );
      }
      writePrefix(writer, {
        family: Number(family),
        length: Number(length),
        isExcluded: exclusion === "!",
        octets,
      });
    }
  },
  print(reader) {
    const printed: string[] = [];
    while (reader.remaining > 0) {
      const family = reader.number(2);
      const length = reader.number(1);
      const size = reader.number(1);
      const full = family === 1 ? 4 : family === 2 ? 16 : 0;
      const octets = new Uint8Array(full);
      const given = reader.bytes(size & 127);
      if (given.length > full || length > full * 8 || given.at(-1) === 0) {
        throw new RecordError("prefix", "The data has an invalid address prefix.");
      }
      octets.set(given);
      const address = family === 1 ? octets.join(".") : printIpv6(octets);
      printed.push(`${size > 127 ? "!" : ""}${family}:${address}/${length}`);
    }
    return printed.join(" ");
  },
};

type Prefix = { family: number; length: number; isExcluded: boolean; octets: number[] };

function writePrefix(writer: OctetWriter, { family, length, isExcluded, octets }: Prefix): void {
  const used = octets.findLastIndex((octet) => octet !== 0) + 1;
  writer.number(family, 2);
  writer.number(length, 1);
  writer.number((isExcluded ? 128 : 0) + used, 1);
  writer.bytes(octets.slice(0, used));
}
