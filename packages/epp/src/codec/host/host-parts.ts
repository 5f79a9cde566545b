import { isIP } from "node:net";
import { namespaces } from "../../namespaces.ts";
import { elementIn, tokenOf, type XmlElement } from "../../xml/element.ts";
import { EppCodecError } from "../codec-error.ts";
import type { HostAddress } from "../domain/domain-parts.ts";
import { checkLength, childrenNamed, requiredChild, tokenBetween } from "../read.ts";

/** The statuses of RFC 5732 section 2.3. */
export const hostStatuses = [
  "clientDeleteProhibited",
  "clientUpdateProhibited",
  "linked",
  "ok",
  "pendingCreate",
  "pendingDelete",
  "pendingTransfer",
  "pendingUpdate",
  "serverDeleteProhibited",
  "serverUpdateProhibited",
] as const;

export type HostStatus = (typeof hostStatuses)[number];

export const hostElement = elementIn(namespaces.host);

export function encodeHostName(name: string): XmlElement {
  return hostElement("name", {}, [checkLength("name", name, 1, 255)]);
}

export function decodeHostName(parent: XmlElement): string {
  return tokenBetween(requiredChild(parent, "name"), 1, 255);
}

/** RFC 5732 section 2.5: IPv4 in dotted decimal, IPv6 in the form of RFC 4291. */
function checkAddress({ version, address }: HostAddress): HostAddress {
  if (isIP(address) !== (version === "v4" ? 4 : 6)) {
    throw new EppCodecError(2005, `${address} is not an IP${version} address`);
  }
  return { version, address };
}

export function encodeAddresses(addresses: readonly HostAddress[] | undefined): XmlElement[] {
  return (addresses ?? []).map((item) => {
    const { version, address } = checkAddress(item);
    return hostElement("addr", { ip: version }, [address]);
  });
}

export function decodeAddresses(parent: XmlElement): HostAddress[] {
  return childrenNamed(parent, "addr").map((item) => {
    const version = item.attributes.ip ?? "v4";
    if (version !== "v4" && version !== "v6") {
      throw new EppCodecError(2005, "an address is v4 or v6");
    }
    return checkAddress({ version, address: tokenOf(item) });
  });
}
