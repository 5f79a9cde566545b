import type { Nameserver, SecDnsData, SecDnsUpdate } from "@zonepost/epp";
import { Refusal } from "../refusal.ts";
import { isHostName } from "./names.ts";
import {
  digestHexLengths,
  dsAlgorithms,
  maxDsRecords,
  maxNameservers,
  minNameservers,
  type TldRules,
} from "./tlds.ts";

/** A DS record as the registry stores it. */
export type DsRecord = {
  keyTag: number;
  algorithm: number;
  digestType: number;
  digest: string;
};

type DsRecords = readonly DsRecord[];

function isSame(left: DsRecord, right: DsRecord): boolean {
  return (
    left.keyTag === right.keyTag &&
    left.algorithm === right.algorithm &&
    left.digestType === right.digestType &&
    left.digest.toUpperCase() === right.digest.toUpperCase()
  );
}

function assertPublishable(ds: DsRecord, rules: TldRules): void {
  if (!rules.digestTypes.includes(ds.digestType)) {
    throw new Refusal(2306, `.${rules.tld} does not take digest type ${ds.digestType}`);
  }
  if (!dsAlgorithms.has(ds.algorithm)) {
    throw new Refusal(2306, `algorithm ${ds.algorithm} is not taken`);
  }
  if (ds.digest.length !== digestHexLengths.get(ds.digestType)) {
    throw new Refusal(2005, "the digest is not as long as its type has it");
  }
}

/** RFC 5910 section 5.2.5: a server responds with 2102 to options that it doesn't have. */
export function assertOffered({ urgent, maxSigLife }: SecDnsUpdate, { profile, tld }: TldRules): void {
  if (urgent) {
    throw new Refusal(2102, "urgent changes are not offered");
  }
  if (maxSigLife !== undefined && !profile.hasMaxSigLife) {
    throw new Refusal(2102, `.${tld} has no maxSigLife`);
  }
}

/** Applies a change of DS records. RFC 5910 section 5.2.5: removes first, then adds. */
export function changeDsRecords(current: DsRecords, update: SecDnsUpdate, rules: TldRules): DsRecord[] {
  if (!rules.dnssec) {
    throw new Refusal(2306, `.${rules.tld} is not signed`);
  }
  assertOffered(update, rules);
  let records = [...current];
  if (update.remove) {
    if ("all" in update.remove) {
      records = [];
    } else {
      for (const ds of dsDataOf(update.remove)) {
        const left = records.filter((held) => !isSame(held, ds));
        if (left.length === records.length) {
          throw new Refusal(2303, "there is no such DS record");
        }
        records = left;
      }
    }
  }
  if (update.add) {
    records = addDsRecords(records, dsDataOf(update.add), rules);
  }
  return records;
}

function addDsRecords(current: DsRecords, added: DsRecords, rules: TldRules): DsRecord[] {
  const records = [...current];
  for (const { keyTag, algorithm, digestType, digest } of added) {
    const ds = { keyTag, algorithm, digestType, digest: digest.toUpperCase() };
    assertPublishable(ds, rules);
    if (records.some((held) => isSame(held, ds))) {
      throw new Refusal(2302, "that DS record is there already");
    }
    records.push(ds);
  }
  if (records.length > maxDsRecords) {
    throw new Refusal(2308, `at most ${maxDsRecords} DS records`);
  }
  return records;
}

/** The DS records of a new domain. */
export function firstDsRecords(data: SecDnsData, rules: TldRules): DsRecord[] {
  if (!rules.dnssec) {
    throw new Refusal(2306, `.${rules.tld} is not signed`);
  }
  assertOffered(data.maxSigLife === undefined ? {} : { maxSigLife: data.maxSigLife }, rules);
  return addDsRecords([], dsDataOf(data.keyData.length > 0 ? { keyData: data.keyData } : data), rules);
}

function dsDataOf(records: { dsData: DsRecord[] } | { keyData: unknown[] }): DsRecord[] {
  // RFC 5910 section 4: a server accepts one of the two forms and responds with 2306 to the other.
  if (!("dsData" in records)) {
    throw new Refusal(2306, "DS data is taken, key data is not");
  }
  return records.dsData;
}

/** Removes, then adds. A domain has no nameservers, or two to thirteen. */
export function changeNameservers(
  current: readonly string[],
  removed: readonly Nameserver[],
  added: readonly Nameserver[],
  rules: TldRules,
): string[] {
  let names = [...current];
  for (const name of removed.map((nameserver) => hostNameOf(nameserver, rules))) {
    if (!names.includes(name)) {
      throw new Refusal(2303, `${name} is not a name server of this domain`);
    }
    names = names.filter((held) => held !== name);
  }
  for (const name of added.map((nameserver) => hostNameOf(nameserver, rules))) {
    if (names.includes(name)) {
      throw new Refusal(2302, `${name} is a name server of this domain already`);
    }
    names.push(name);
  }
  if (names.length !== 0 && (names.length < minNameservers || names.length > maxNameservers)) {
    throw new Refusal(2308, `${minNameservers} to ${maxNameservers} name servers`);
  }
  return names;
}

function hostNameOf(nameserver: Nameserver, { profile }: TldRules): string {
  // RFC 5731 section 1.1: a server accepts host objects or host attributes, not both.
  if (profile.hostModel !== (nameserver.addresses ? "attributes" : "objects")) {
    throw new Refusal(2306, `name servers are host ${profile.hostModel} here`);
  }
  if (!isHostName(nameserver.name)) {
    throw new Refusal(2005, `${nameserver.name} is not a host name`);
  }
  return nameserver.name.toLowerCase();
}
