import type { SecDnsData, SecDnsUpdate } from "@zonepost/epp";
import { changeDsRecords, firstDsRecords } from "../../rules/delegation.ts";
import type { StoredDomain } from "../../rules/domain.ts";
import { changeKeys, dsRecordOf } from "../../rules/keys.ts";
import type { OfferedName } from "../../rules/names.ts";

type Dnssec = Pick<StoredDomain, "dsRecords" | "keys" | "maxSigLife">;

const unsigned: Dnssec = { dsRecords: [], keys: [], maxSigLife: null };

export function firstDnssec(name: OfferedName, data: SecDnsData | undefined): Dnssec {
  if (!data) {
    return unsigned;
  }
  const { dsData, keyData, maxSigLife } = data;
  if (name.rules.profile.dnssecInterface === "ds") {
    return { dsRecords: firstDsRecords(data, name.rules), keys: [], maxSigLife: maxSigLife ?? null };
  }
  const add = dsData.length > 0 ? { dsData } : { keyData };
  return changeDnssec(name, unsigned, { add, ...(maxSigLife !== undefined && { maxSigLife }) });
}

/** With the key interface, the registry computes the DS records. */
export function changeDnssec(name: OfferedName, current: Dnssec, update: SecDnsUpdate | undefined): Dnssec {
  const { dsRecords, keys } = current;
  if (!update) {
    return { dsRecords, keys, maxSigLife: current.maxSigLife };
  }
  const { rules } = name;
  // RFC 5910 section 5.2.5: only <chg> changes it, so it outlives the records.
  const maxSigLife = update.maxSigLife ?? current.maxSigLife;
  if (rules.profile.dnssecInterface === "ds") {
    return { dsRecords: changeDsRecords(dsRecords, update, rules), keys: [], maxSigLife };
  }
  const changed = changeKeys(keys, update, rules);
  return { keys: changed, dsRecords: changed.map((key) => dsRecordOf(name.name, key)), maxSigLife };
}
