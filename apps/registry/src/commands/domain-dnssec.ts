import type { SecDnsData, SecDnsUpdate } from "@zonepost/epp";
import { changeDsRecords, firstDsRecords } from "../rules/delegation.ts";
import type { StoredDomain } from "../rules/domain.ts";
import { changeKeys, dsRecordOf } from "../rules/keys.ts";
import type { OfferedName } from "../rules/names.ts";

type Dnssec = Pick<StoredDomain, "dsRecords" | "keys">;

export function firstDnssec(name: OfferedName, data: SecDnsData | undefined): Dnssec {
  if (!data) {
    return { dsRecords: [], keys: [] };
  }
  if (name.rules.profile.dnssecInterface === "ds") {
    return { dsRecords: firstDsRecords(data, name.rules), keys: [] };
  }
  const { dsData, keyData, maxSigLife } = data;
  const add = dsData.length > 0 ? { dsData } : { keyData };
  return changeDnssec(
    name,
    { dsRecords: [], keys: [] },
    { add, ...(maxSigLife !== undefined && { maxSigLife }) },
  );
}

/** With the key interface, the registry computes the DS records. */
export function changeDnssec(
  name: OfferedName,
  { dsRecords, keys: current }: Dnssec,
  update: SecDnsUpdate | undefined,
): Dnssec {
  const { rules } = name;
  if (!update) {
    return { dsRecords, keys: current };
  }
  if (rules.profile.dnssecInterface === "ds") {
    return { dsRecords: changeDsRecords(dsRecords, update, rules), keys: [] };
  }
  const keys = changeKeys(current, update, rules);
  return { keys, dsRecords: keys.map((key) => dsRecordOf(name.name, key)) };
}
