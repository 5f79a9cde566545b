import { createHash } from "node:crypto";
import type { KeyData, SecDnsUpdate } from "@zonepost/epp";
import { Refusal } from "../refusal.ts";
import { assertOffered, type DsRecord } from "./delegation.ts";
import { dsAlgorithms, maxDsRecords, type TldRules } from "./tlds.ts";

const sha256 = 2;

/** The DS record that a registry with the key interface publishes for a key (RFC 4034 section 5.1.4). */
export function dsRecordOf(domainName: string, key: KeyData): DsRecord {
  const labels = domainName
    .split(".")
    .map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`));
  const fixed = Buffer.from([key.flags >> 8, key.flags & 0xff, key.protocol, key.algorithm]);
  const data = Buffer.concat([fixed, Buffer.from(key.publicKey, "base64")]);
  const owner = Buffer.concat([...labels, Buffer.alloc(1)]);
  return {
    keyTag: keyTagOf(data),
    algorithm: key.algorithm,
    digestType: sha256,
    digest: createHash("sha256").update(owner).update(data).digest("hex").toUpperCase(),
  };
}

/** RFC 4034 appendix B */
function keyTagOf(data: Buffer): number {
  const sum = data.reduce((total, byte, at) => total + (at % 2 === 0 ? byte << 8 : byte), 0);
  return (sum + (sum >>> 16)) & 0xffff;
}

const isSame = (one: KeyData, other: KeyData): boolean =>
  one.flags === other.flags &&
  one.protocol === other.protocol &&
  one.algorithm === other.algorithm &&
  one.publicKey.replace(/\s/g, "") === other.publicKey.replace(/\s/g, "");

/** RFC 5910 section 5.2.5: removes first, then adds. */
export function changeKeys(current: readonly KeyData[], update: SecDnsUpdate, rules: TldRules): KeyData[] {
  assertOffered(update, rules);
  let keys = update.remove && "all" in update.remove ? [] : [...current];
  for (const key of keysOf(update.remove)) {
    const left = keys.filter((held) => !isSame(held, key));
    if (left.length === keys.length) {
      throw new Refusal(2303, "there is no such key");
    }
    keys = left;
  }
  for (const key of keysOf(update.add)) {
    if (!dsAlgorithms.has(key.algorithm) || key.protocol !== 3) {
      throw new Refusal(2306, `.${rules.tld} does not take such a key`);
    }
    if (keys.some((held) => isSame(held, key))) {
      throw new Refusal(2302, "that key is there already");
    }
    keys.push({ ...key, publicKey: key.publicKey.replace(/\s/g, "") });
  }
  if (keys.length > maxDsRecords) {
    throw new Refusal(2308, `at most ${maxDsRecords} keys`);
  }
  return keys;
}

/** RFC 5910 section 4: a server accepts one of the two forms and responds with 2306 to the other. */
function keysOf(records: SecDnsUpdate["add"] | SecDnsUpdate["remove"]): readonly KeyData[] {
  if (!records || "all" in records) {
    return [];
  }
  if (!("keyData" in records)) {
    throw new Refusal(2306, "key data is taken, DS data is not");
  }
  return records.keyData;
}
