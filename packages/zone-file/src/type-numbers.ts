import type { PrintOptions } from "./kinds/kind.ts";

/** Types by their mnemonics (IANA, DNS parameters). */
const numbers = new Map<string, number>(
  Object.entries({
    A: 1,
    NS: 2,
    CNAME: 5,
    SOA: 6,
    PTR: 12,
    HINFO: 13,
    MINFO: 14,
    MX: 15,
    TXT: 16,
    RP: 17,
    AFSDB: 18,
    RT: 21,
    KEY: 25,
    AAAA: 28,
    LOC: 29,
    SRV: 33,
    NAPTR: 35,
    KX: 36,
    CERT: 37,
    DNAME: 39,
    APL: 42,
    DS: 43,
    SSHFP: 44,
    IPSECKEY: 45,
    RRSIG: 46,
    NSEC: 47,
    DNSKEY: 48,
    DHCID: 49,
    NSEC3: 50,
    NSEC3PARAM: 51,
    TLSA: 52,
    SMIMEA: 53,
    HIP: 55,
    CDS: 59,
    CDNSKEY: 60,
    OPENPGPKEY: 61,
    CSYNC: 62,
    ZONEMD: 63,
    SVCB: 64,
    HTTPS: 65,
    DSYNC: 66,
    SPF: 99,
    NID: 104,
    L32: 105,
    L64: 106,
    LP: 107,
    EUI48: 108,
    EUI64: 109,
    URI: 256,
    CAA: 257,
    RESINFO: 261,
    WALLET: 262,
  }),
);

const names = new Map([...numbers].map(([name, number]) => [number, name]));

/** Types that Knot 3.2 or BIND 9.18 don't know. */
const unportable = new Set([55, 66, 261, 262]);

/** Types of questions and of messages, which no zone contains (RFC 6895 section 3.1). */
const isMeta = (number: number) => number === 0 || number === 41 || (number >= 128 && number <= 255);

/**
 * Types that some servers check, and that are obsolete or rarely used: MD, MF, MB, MG, MR, WKS, X25, ISDN, NSAP, SIG,
 * PX, GPOS, NXT, EID, NIMLOC, ATMA, A6, SINK, NINFO, RKEY, TALINK, AVC, DOA, AMTRELAY, TA, DLV and KEYDATA.
 */
const unsupported = new Set([
  ...[3, 4, 7, 8, 9, 11, 19, 20, 22, 23, 24, 26, 27, 30, 31, 32, 34, 38, 40, 56, 57, 58],
  ...[258, 259, 260, 32_768, 32_769, 65_533],
]);

/** The number of a type that a zone may contain, by its mnemonic or as `TYPE65534`, in any case. */
export function typeNumber(type: string): number | undefined {
  const [, digits] = /^TYPE(0|[1-9]\d{0,4})$/i.exec(type) ?? [];
  const number = digits === undefined ? numbers.get(type.toUpperCase()) : Number(digits);
  const isValid = number !== undefined && number <= 65_535 && !isMeta(number) && !unsupported.has(number);
  return isValid ? number : undefined;
}

/** The mnemonic, or `TYPE65534` for a type that has none. */
export function printType(number: number, { isPortable = false }: PrintOptions = {}): string {
  const name = isPortable && unportable.has(number) ? undefined : names.get(number);
  return name ?? `TYPE${number}`;
}
