const signed = "Records of this type are made when the zone is signed.";

/** Types that no one can set, because the nameservers would never serve them, or not as they were sent. */
const refusedTypes: Readonly<Record<string, string>> = {
  SOA: "The SOA record is written by the service.",
  DNSKEY: signed,
  CDNSKEY: signed,
  CDS: signed,
  RRSIG: signed,
  NSEC: signed,
  NSEC3: signed,
  NSEC3PARAM: signed,
  ZONEMD: signed,
  KEY: "Records of this type are no longer in use.",
  SIG: "Records of this type are no longer in use.",
  NXT: "Records of this type are no longer in use.",
  ANY: "ANY is a query, not a record type.",
  OPT: "OPT is part of a query, not a record type.",
  TSIG: "TSIG is part of a message, not a record type.",
  TKEY: "TKEY is part of a message, not a record type.",
  AXFR: "AXFR is a query, not a record type.",
  IXFR: "IXFR is a query, not a record type.",
};

/** Why records of this name and type can't be set; undefined if they can. */
export function refusalOf({ name, type }: { name: string; type: string }): string | undefined {
  if (type === "NS" && name === "@") {
    return "The nameservers of the zone itself are set by the service.";
  }
  if (type === "DS" && name === "@") {
    return "DS records of the zone itself belong in the parent zone.";
  }
  return refusedTypes[type];
}
