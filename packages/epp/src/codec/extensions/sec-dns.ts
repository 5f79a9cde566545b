import { namespaces } from "../../namespaces.ts";
import { elementIn, tokenOf, type XmlElement } from "../../xml/element.ts";
import { EppCodecError } from "../codec-error.ts";
import {
  assertShape,
  booleanOf,
  childrenNamed,
  integerBetween,
  optionalChild,
  requiredChild,
} from "../read.ts";

/** A DS record (RFC 5910 section 4.1; RFC 4034 section 5). The digest is hexadecimal, upper case when decoded. */
export type DsData = {
  /** 0 to 65535 */
  keyTag: number;
  /** 0 to 255 */
  algorithm: number;
  /** 0 to 255 */
  digestType: number;
  digest: string;
  /** The key that the digest was computed from; some servers require it. */
  keyData?: KeyData;
};

/** A DNSKEY record (RFC 5910 section 4.2). `publicKey` is base64. */
export type KeyData = {
  flags: number;
  protocol: number;
  algorithm: number;
  publicKey: string;
};

/** A domain's DNSSEC data. Only one of `dsData` and `keyData` has entries (RFC 5910 section 4). */
export type SecDnsData = {
  /**
   * How long the parent's signature of the DS records should be valid, in seconds from 1 to 2147483647 (RFC 5910
   * section 3.3). It belongs to the domain, not to a record, so it outlives changes of the records.
   */
  maxSigLife?: number;
  dsData: DsData[];
  keyData: KeyData[];
};

/** A change of DS records; the server removes before it adds (RFC 5910 section 5.2.5). */
export type SecDnsUpdate = {
  remove?: { all: true } | { dsData: DsData[] } | { keyData: KeyData[] };
  add?: { dsData: DsData[] } | { keyData: KeyData[] };
  /** See `SecDnsData`. Without it, the server keeps its value. Most servers respond with 2102. */
  maxSigLife?: number;
  /** Requests priority. Most servers respond with 2102. */
  urgent?: boolean;
};

const maxSeconds = 2_147_483_647;

const secDnsElement = elementIn(namespaces.secDns);

function checkRange(what: string, value: number, maximum: number): string {
  if (!Number.isInteger(value) || value < 0 || value > maximum) {
    throw new EppCodecError(2004, `${what} is 0 to ${maximum}`);
  }
  return String(value);
}

function encodeDsData(ds: DsData): XmlElement {
  if (!isHex(ds.digest)) {
    throw new EppCodecError(2005, "a digest is hexadecimal, with an even number of digits");
  }
  return secDnsElement("dsData", {}, [
    secDnsElement("keyTag", {}, [checkRange("a key tag", ds.keyTag, 65535)]),
    secDnsElement("alg", {}, [checkRange("an algorithm", ds.algorithm, 255)]),
    secDnsElement("digestType", {}, [checkRange("a digest type", ds.digestType, 255)]),
    secDnsElement("digest", {}, [ds.digest.toUpperCase()]),
    ds.keyData && encodeKeyData(ds.keyData),
  ]);
}

function isHex(text: string): boolean {
  return /^([0-9a-fA-F]{2})+$/.test(text);
}

function encodeKeyData(key: KeyData): XmlElement {
  return secDnsElement("keyData", {}, [
    secDnsElement("flags", {}, [checkRange("flags", key.flags, 65535)]),
    secDnsElement("protocol", {}, [checkRange("a protocol", key.protocol, 255)]),
    secDnsElement("alg", {}, [checkRange("an algorithm", key.algorithm, 255)]),
    secDnsElement("pubKey", {}, [key.publicKey]),
  ]);
}

function decodeDsData(item: XmlElement): DsData {
  assertShape(item, ["keyTag", "alg", "digestType", "digest", "keyData"]);
  const digest = tokenOf(requiredChild(item, "digest")).toUpperCase();
  if (!isHex(digest)) {
    throw new EppCodecError(2005, "a digest is hexadecimal, with an even number of digits");
  }
  const keyData = optionalChild(item, "keyData");
  return {
    keyTag: integerBetween(requiredChild(item, "keyTag"), 0, 65535),
    algorithm: integerBetween(requiredChild(item, "alg"), 0, 255),
    digestType: integerBetween(requiredChild(item, "digestType"), 0, 255),
    digest,
    ...(keyData && { keyData: decodeKeyData(keyData) }),
  };
}

function decodeKeyData(item: XmlElement): KeyData {
  assertShape(item, ["flags", "protocol", "alg", "pubKey"]);
  const publicKey = tokenOf(requiredChild(item, "pubKey")).replaceAll(" ", "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(publicKey)) {
    throw new EppCodecError(2005, "a public key is base64");
  }
  return {
    flags: integerBetween(requiredChild(item, "flags"), 0, 65535),
    protocol: integerBetween(requiredChild(item, "protocol"), 0, 255),
    algorithm: integerBetween(requiredChild(item, "alg"), 0, 255),
    publicKey,
  };
}

function decodeMaxSigLife(parent: XmlElement): number | undefined {
  const found = optionalChild(parent, "maxSigLife");
  return found && integerBetween(found, 1, maxSeconds);
}

function encodeMaxSigLife(maxSigLife: number | undefined): XmlElement | undefined {
  if (maxSigLife === undefined) {
    return undefined;
  }
  if (!Number.isInteger(maxSigLife) || maxSigLife < 1 || maxSigLife > maxSeconds) {
    throw new EppCodecError(2004, `maxSigLife is 1 to ${maxSeconds} seconds`);
  }
  return secDnsElement("maxSigLife", {}, [String(maxSigLife)]);
}

/** Rejects an empty choice, and both interfaces in one message (RFC 5910 section 4). */
function assertOneInterface(dsData: number, keyData: number): void {
  if (dsData > 0 && keyData > 0) {
    throw new EppCodecError(2001, "DS data and key data are never mixed");
  }
  if (dsData + keyData === 0) {
    throw new EppCodecError(2003, "neither DS data nor key data");
  }
}

/** `<secDNS:create>` of a domain create (RFC 5910 section 5.2.1), or `<secDNS:infData>` (section 5.1.2). */
export function encodeSecDnsData(name: "create" | "infData", data: SecDnsData): XmlElement {
  assertOneInterface(data.dsData.length, data.keyData.length);
  return secDnsElement(name, {}, [
    encodeMaxSigLife(data.maxSigLife),
    ...data.dsData.map(encodeDsData),
    ...data.keyData.map(encodeKeyData),
  ]);
}

export function decodeSecDnsData(item: XmlElement): SecDnsData {
  assertShape(item, ["maxSigLife", "dsData", "keyData"]);
  const dsData = childrenNamed(item, "dsData").map(decodeDsData);
  const keyData = childrenNamed(item, "keyData").map(decodeKeyData);
  // Some servers return <infData> without a record, perhaps with a maxSigLife that was set earlier.
  if (item.name !== "infData" || dsData.length + keyData.length > 0) {
    assertOneInterface(dsData.length, keyData.length);
  }
  const maxSigLife = decodeMaxSigLife(item);
  return { ...(maxSigLife !== undefined && { maxSigLife }), dsData, keyData };
}

/** `<secDNS:update>` of a domain update (RFC 5910 section 5.2.5). */
export function encodeSecDnsUpdate(update: SecDnsUpdate): XmlElement {
  const { remove, add, maxSigLife, urgent } = update;
  return secDnsElement("update", { urgent: urgent ? "true" : undefined }, [
    remove && secDnsElement("rem", {}, encodeRemoval(remove)),
    add && secDnsElement("add", {}, encodeRecords(add)),
    maxSigLife === undefined ? undefined : secDnsElement("chg", {}, [encodeMaxSigLife(maxSigLife)]),
  ]);
}

function encodeRemoval(remove: NonNullable<SecDnsUpdate["remove"]>): XmlElement[] {
  return "all" in remove ? [secDnsElement("all", {}, ["true"])] : encodeRecords(remove);
}

function encodeRecords(records: NonNullable<SecDnsUpdate["add"]>): XmlElement[] {
  const encoded = "dsData" in records ? records.dsData.map(encodeDsData) : records.keyData.map(encodeKeyData);
  assertOneInterface(encoded.length, 0);
  return encoded;
}

export function decodeSecDnsUpdate(item: XmlElement): SecDnsUpdate {
  assertShape(item, ["rem", "add", "chg"], ["urgent"]);
  const update: SecDnsUpdate = {};
  const remove = optionalChild(item, "rem");
  if (remove) {
    assertShape(remove, ["all", "dsData", "keyData"]);
    const all = optionalChild(remove, "all");
    if (all) {
      if (childrenNamed(remove, "dsData").length + childrenNamed(remove, "keyData").length > 0) {
        throw new EppCodecError(2001, "<all> stands alone");
      }
      // RFC 5910 section 5.2.5: "false" means that nothing is removed.
      if (booleanOf("<all>", tokenOf(all))) {
        update.remove = { all: true };
      }
    } else {
      update.remove = decodeRecords(remove);
    }
  }
  const add = optionalChild(item, "add");
  if (add) {
    assertShape(add, ["maxSigLife", "dsData", "keyData"]);
    update.add = decodeRecords(add);
  }
  const change = optionalChild(item, "chg");
  const maxSigLife = (change && decodeMaxSigLife(change)) ?? (add && decodeMaxSigLife(add));
  if (maxSigLife !== undefined) {
    update.maxSigLife = maxSigLife;
  }
  if (item.attributes.urgent !== undefined) {
    update.urgent = booleanOf("urgent", item.attributes.urgent);
  }
  return update;
}

function decodeRecords(parent: XmlElement): { dsData: DsData[] } | { keyData: KeyData[] } {
  const dsData = childrenNamed(parent, "dsData").map(decodeDsData);
  const keyData = childrenNamed(parent, "keyData").map(decodeKeyData);
  assertOneInterface(dsData.length, keyData.length);
  return dsData.length > 0 ? { dsData } : { keyData };
}
