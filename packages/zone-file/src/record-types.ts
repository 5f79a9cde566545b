import { eui48, eui64, ipv4, ipv6, locator64, prefixes } from "./kinds/addresses.ts";
import { base64, hashedOwner, hex, hostIdentity, publicKey, salt } from "./kinds/binary.ts";
import { algorithm, certificateType, recordType, scheme, timestamp, typeBitmap } from "./kinds/dnssec.ts";
import { domainName, domainNames } from "./kinds/domain-name.ts";
import { gateway } from "./kinds/gateway.ts";
import type { Kind } from "./kinds/kind.ts";
import { location } from "./kinds/location.ts";
import { seconds, u8, u16, u32 } from "./kinds/numbers.ts";
import { serviceParameters } from "./kinds/service-parameters.ts";
import { filledText, string, strings, substitution, tag, text } from "./kinds/strings.ts";
import { typeNumber } from "./type-numbers.ts";

const kinds = {
  algorithm,
  base64,
  certificateType,
  domainName,
  domainNames,
  eui48,
  eui64,
  filledText,
  gateway,
  hashedOwner,
  hex,
  hostIdentity,
  ipv4,
  ipv6,
  locator64,
  location,
  prefixes,
  publicKey,
  recordType,
  salt,
  scheme,
  seconds,
  serviceParameters,
  string,
  strings,
  substitution,
  tag,
  text,
  timestamp,
  typeBitmap,
  u8,
  u16,
  u32,
};

export type FieldKind =
  | "algorithm"
  | "base64"
  | "certificateType"
  | "domainName"
  | "domainNames"
  | "eui48"
  | "eui64"
  | "filledText"
  | "gateway"
  | "hashedOwner"
  | "hex"
  | "hostIdentity"
  | "ipv4"
  | "ipv6"
  | "locator64"
  | "location"
  | "prefixes"
  | "publicKey"
  | "recordType"
  | "salt"
  | "scheme"
  | "seconds"
  | "serviceParameters"
  | "string"
  | "strings"
  | "substitution"
  | "tag"
  | "text"
  | "timestamp"
  | "typeBitmap"
  | "u8"
  | "u16"
  | "u32";

export type RecordField = {
  /** As it appears in messages: "The mail server is missing." */
  name: string;
  kind: FieldKind;
};

export type RecordType = {
  number: number;
  /** The purpose of the type, in one sentence. */
  description: string;
  /** A value in canonical presentation form. */
  example: string;
  /** In their order in text and on the wire. */
  fields: readonly RecordField[];
  /** Created by a signing server, so a zone that is signed here shouldn't contain it. */
  isOfSigner: boolean;
  /** The number of octets of the last field, by the value of the field before it. */
  digestOctets?: Readonly<Record<number, number>>;
};

export function kindOf(field: RecordField): Kind {
  return kinds[field.kind];
}

type Definition = Partial<Pick<RecordType, "isOfSigner" | "digestOctets">> & {
  description: string;
  example: string;
};

const define = (
  type: string,
  fields: Record<string, FieldKind>,
  { isOfSigner = false, ...definition }: Definition,
): [string, RecordType] => [
  type,
  {
    number: typeNumber(type) ?? 0,
    fields: Object.entries(fields).map(([name, kind]) => ({ name, kind })),
    isOfSigner,
    ...definition,
  },
];

const dsFields = { "key tag": "u16", algorithm: "algorithm", "digest type": "u8", digest: "hex" } as const;
const keyFields = { flags: "u16", protocol: "u8", algorithm: "algorithm" } as const;
const tlsaFields = { usage: "u8", selector: "u8", "matching type": "u8", "certificate data": "hex" } as const;
const serviceFields = {
  priority: "u16",
  target: "domainName",
  parameters: "serviceParameters",
} as const;
const dsDigestOctets = { 1: 20, 2: 32, 3: 32, 4: 48 };
const digest = "d2abde240d7cd3ee6b4b28c54df034b97983a1d16e8a410e4561cb106618e971";
const key = "mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==";

/** The types that can be read by name, in alphabetical order. Any other can be given as `TYPE65534` (RFC 3597). */
export const recordTypes: Record<string, RecordType> = Object.fromEntries([
  define(
    "A",
    { "IPv4 address": "ipv4" },
    { description: "The IPv4 address of a host.", example: "192.0.2.1" },
  ),
  define(
    "AAAA",
    { "IPv6 address": "ipv6" },
    { description: "The IPv6 address of a host.", example: "2001:db8::1" },
  ),
  define(
    "AFSDB",
    { subtype: "u16", host: "domainName" },
    { description: "A server of an AFS cell.", example: "1 afs.example.com." },
  ),
  define(
    "APL",
    { "address prefixes": "prefixes" },
    { description: "A list of address ranges.", example: "1:192.0.2.0/24 !2:2001:db8::/32" },
  ),
  define(
    "CAA",
    { flags: "u8", tag: "tag", value: "text" },
    { description: "Who may issue certificates for the name.", example: '0 issue "letsencrypt.org"' },
  ),
  define(
    "CDNSKEY",
    { ...keyFields, "public key": "publicKey" },
    {
      description: "The key that the parent zone should refer to.",
      example: `257 3 13 ${key}`,
      isOfSigner: true,
    },
  ),
  define("CDS", dsFields, {
    description: "The DS record that the parent zone should have.",
    example: `60485 13 2 ${digest}`,
    isOfSigner: true,
  }),
  define(
    "CERT",
    { type: "certificateType", "key tag": "u16", algorithm: "algorithm", certificate: "base64" },
    { description: "A certificate, or a reference to one.", example: "1 1 8 AQIDBA==" },
  ),
  define(
    "CNAME",
    { target: "domainName" },
    { description: "Another name, whose records apply to this name too.", example: "www.example.net." },
  ),
  define(
    "CSYNC",
    { serial: "u32", flags: "u16", types: "typeBitmap" },
    { description: "The records that the parent zone should copy.", example: "66 3 A NS AAAA" },
  ),
  define(
    "DHCID",
    { identifier: "base64" },
    {
      description: "The DHCP client that owns the name.",
      example: "AAIBY2/AuCccgoJbsaxcQc9TUapptP69lOjxfNuVAA2kjEA=",
    },
  ),
  define(
    "DNAME",
    { target: "domainName" },
    {
      description: "Another name, below which the names below this name are found.",
      example: "example.net.",
    },
  ),
  define(
    "DNSKEY",
    { ...keyFields, "public key": "publicKey" },
    { description: "A key that signs the zone.", example: `257 3 13 ${key}`, isOfSigner: true },
  ),
  define("DS", dsFields, {
    description: "The key of a signed zone that is delegated from here.",
    example: `60485 13 2 ${digest}`,
    digestOctets: dsDigestOctets,
  }),
  define(
    "DSYNC",
    { "record type": "recordType", scheme: "scheme", port: "u16", target: "domainName" },
    {
      description: "Where to send notices of changed CDS or CSYNC records.",
      example: "CDS 1 5353 dsync.example.net.",
    },
  ),
  define(
    "EUI48",
    { address: "eui48" },
    { description: "A 48-bit hardware address.", example: "00-00-5e-00-53-2a" },
  ),
  define(
    "EUI64",
    { address: "eui64" },
    { description: "A 64-bit hardware address.", example: "00-00-5e-ef-10-00-00-2a" },
  ),
  define(
    "HINFO",
    { CPU: "string", "operating system": "string" },
    { description: "The CPU and operating system of a host.", example: '"PC" "Linux"' },
  ),
  define(
    "HIP",
    { "host identity tag": "hostIdentity", "rendezvous servers": "domainNames" },
    {
      description: "The identity of a host (Host Identity Protocol).",
      example: "2 200100107b1a74df365639cc39f1d578 AwEAAbdx rvs.example.com.",
    },
  ),
  define("HTTPS", serviceFields, {
    description: "Where and how to reach a website.",
    example: "1 . alpn=h2,h3 ipv4hint=192.0.2.1",
  }),
  define(
    "IPSECKEY",
    {
      precedence: "u8",
      "gateway type": "u8",
      algorithm: "u8",
      gateway: "gateway",
      "public key": "base64",
    },
    {
      description: "A key for IPsec.",
      example: "10 1 2 192.0.2.38 AQNRU3mG7TVTO2BkR47usntb102uFJtugbo6BSGvgqt4AQ==",
    },
  ),
  define(
    "KEY",
    { ...keyFields, "public key": "publicKey" },
    { description: "A public key, for SIG(0).", example: `512 3 13 ${key}` },
  ),
  define(
    "KX",
    { preference: "u16", exchanger: "domainName" },
    { description: "A host that exchanges keys for the name.", example: "10 kx.example.com." },
  ),
  define(
    "L32",
    { preference: "u16", locator: "ipv4" },
    { description: "A 32-bit locator (ILNP).", example: "10 10.1.2.0" },
  ),
  define(
    "L64",
    { preference: "u16", locator: "locator64" },
    { description: "A 64-bit locator (ILNP).", example: "10 2001:0db8:1140:1000" },
  ),
  define(
    "LOC",
    { location: "location" },
    {
      description: "A place on Earth.",
      example: "52 22 23.000 N 4 53 32.000 E -2.00m 0.00m 10000.00m 10.00m",
    },
  ),
  define(
    "LP",
    { preference: "u16", host: "domainName" },
    { description: "A name with the locators of a network (ILNP).", example: "10 l64.example.com." },
  ),
  define(
    "MINFO",
    { "mailbox of the owner": "domainName", "mailbox for errors": "domainName" },
    { description: "The mailboxes of a mailing list.", example: "owner.example.com. errors.example.com." },
  ),
  define(
    "MX",
    { preference: "u16", "mail server": "domainName" },
    { description: "A server that receives mail for the name.", example: "10 mail.example.com." },
  ),
  define(
    "NAPTR",
    {
      order: "u16",
      preference: "u16",
      flags: "string",
      services: "string",
      "regular expression": "substitution",
      replacement: "domainName",
    },
    {
      description: "A rule that rewrites a name, such as a phone number.",
      example: '100 10 "U" "E2U+sip" "!^.*$!sip:info@example.com!" .',
    },
  ),
  define(
    "NID",
    { preference: "u16", "node ID": "locator64" },
    { description: "The ID of a host (ILNP).", example: "10 0014:4fff:ff20:ee64" },
  ),
  define(
    "NS",
    { nameserver: "domainName" },
    { description: "A nameserver of a zone.", example: "ns1.example.net." },
  ),
  define(
    "NSEC",
    { "next name": "domainName", types: "typeBitmap" },
    {
      description: "The next name of a signed zone.",
      example: "www.example.com. A RRSIG NSEC",
      isOfSigner: true,
    },
  ),
  define(
    "NSEC3",
    {
      "hash algorithm": "u8",
      flags: "u8",
      iterations: "u16",
      salt: "salt",
      "next hashed name": "hashedOwner",
      types: "typeBitmap",
    },
    {
      description: "The hash of the next name of a signed zone.",
      example: "1 0 0 - 2t7b4g4vsa5smi47k61mv5bv1a22bojr A RRSIG",
      isOfSigner: true,
    },
  ),
  define(
    "NSEC3PARAM",
    { "hash algorithm": "u8", flags: "u8", iterations: "u16", salt: "salt" },
    { description: "How the names of a signed zone are hashed.", example: "1 0 0 -", isOfSigner: true },
  ),
  define(
    "OPENPGPKEY",
    { "public key": "base64" },
    { description: "The OpenPGP key of an email address.", example: "AQIDBA==" },
  ),
  define(
    "PTR",
    { name: "domainName" },
    { description: "The name of an address, or of a service.", example: "host.example.com." },
  ),
  define(
    "RESINFO",
    { properties: "strings" },
    { description: "What a resolver supports.", example: '"qnamemin" "exterr=15-17"' },
  ),
  define(
    "RP",
    { mailbox: "domainName", text: "domainName" },
    {
      description: "The person who is responsible for a host.",
      example: "admin.example.com. contact.example.com.",
    },
  ),
  define(
    "RRSIG",
    {
      "type covered": "recordType",
      algorithm: "algorithm",
      labels: "u8",
      "original TTL": "u32",
      expiration: "timestamp",
      inception: "timestamp",
      "key tag": "u16",
      signer: "domainName",
      signature: "base64",
    },
    {
      description: "A signature over records.",
      example: "A 13 3 3600 20300101000000 20260101000000 1 example.com. AAAA",
      isOfSigner: true,
    },
  ),
  define(
    "RT",
    { preference: "u16", host: "domainName" },
    { description: "A host that routes to this host.", example: "10 relay.example.com." },
  ),
  define("SMIMEA", tlsaFields, {
    description: "The certificate of an email address.",
    example: `3 0 1 ${digest}`,
  }),
  define(
    "SOA",
    {
      "primary nameserver": "domainName",
      mailbox: "domainName",
      serial: "u32",
      refresh: "seconds",
      retry: "seconds",
      expire: "seconds",
      minimum: "seconds",
    },
    {
      description: "The start of a zone: its serial and timers.",
      example: "ns1.example.com. hostmaster.example.com. 1 10800 3600 604800 300",
    },
  ),
  define(
    "SPF",
    { text: "strings" },
    { description: "The former type for SPF, which now is in TXT records.", example: '"v=spf1 -all"' },
  ),
  define(
    "SRV",
    { priority: "u16", weight: "u16", port: "u16", target: "domainName" },
    { description: "The host and port of a service.", example: "0 5 5060 sip.example.com." },
  ),
  define(
    "SSHFP",
    { algorithm: "u8", "fingerprint type": "u8", fingerprint: "hex" },
    {
      description: "The fingerprint of a host's SSH key.",
      example: `4 2 ${digest}`,
      digestOctets: { 1: 20, 2: 32 },
    },
  ),
  define("SVCB", serviceFields, {
    description: "Where and how to reach a service.",
    example: "1 svc.example.net. alpn=h2 port=8443",
  }),
  define("TLSA", tlsaFields, {
    description: "The certificate of a TLS server.",
    example: `3 1 1 ${digest}`,
  }),
  define(
    "TXT",
    { text: "strings" },
    { description: "Text, such as a policy or a proof of ownership.", example: '"v=spf1 -all"' },
  ),
  define(
    "URI",
    { priority: "u16", weight: "u16", target: "filledText" },
    { description: "The address of a service as a URI.", example: '10 1 "https://example.com/path"' },
  ),
  define(
    "WALLET",
    { text: "strings" },
    { description: "The address of a cryptocurrency wallet.", example: '"BTC" "bc1qexample"' },
  ),
  define(
    "ZONEMD",
    { serial: "u32", scheme: "u8", "hash algorithm": "u8", digest: "hex" },
    {
      description: "A digest of the whole zone.",
      example: `1 1 2 ${digest}${digest}`,
      digestOctets: { 1: 48, 2: 64 },
      isOfSigner: true,
    },
  ),
]);
