import { recordTypes } from "@zonepost/zone-file";

/** Written by the service or by signing, or no longer in use: the API refuses them. */
const unavailable = new Set([
  "SOA",
  "DNSKEY",
  "CDNSKEY",
  "CDS",
  "RRSIG",
  "NSEC",
  "NSEC3",
  "NSEC3PARAM",
  "ZONEMD",
  "KEY",
]);

export const commonTypes: readonly string[] = ["A", "AAAA", "CNAME", "MX", "TXT", "NS", "SRV", "CAA"];

export const otherTypes: readonly string[] = Object.keys(recordTypes)
  .filter((type) => !unavailable.has(type) && !commonTypes.includes(type))
  .sort();

/** What a value of the type consists of, in order. */
export const fieldsOf = (type: string): readonly string[] =>
  recordTypes[type]?.fields.map(({ name }) => name) ?? [];
