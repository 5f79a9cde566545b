import { namespaces } from "../../namespaces.ts";
import { element, elementIn, tokenOf, type XmlElement } from "../../xml/element.ts";
import { EppCodecError } from "../codec-error.ts";
import {
  assertShape,
  checkLength,
  childrenNamed,
  integerBetween,
  optionalChild,
  requiredChild,
} from "../read.ts";

/** The statuses of RFC 5731 section 2.3. */
export const domainStatuses = [
  "clientDeleteProhibited",
  "clientHold",
  "clientRenewProhibited",
  "clientTransferProhibited",
  "clientUpdateProhibited",
  "inactive",
  "ok",
  "pendingCreate",
  "pendingDelete",
  "pendingRenew",
  "pendingTransfer",
  "pendingUpdate",
  "serverDeleteProhibited",
  "serverHold",
  "serverRenewProhibited",
  "serverTransferProhibited",
  "serverUpdateProhibited",
] as const;

export type DomainStatus = (typeof domainStatuses)[number];

/** A contact's role and its identifier at the server (RFC 5731 section 2.2). */
export type DomainContact = {
  type: "admin" | "billing" | "tech";
  id: string;
};

/** A validity period (RFC 5731 section 2.5): 1 to 99 years or months. */
export type Period = {
  value: number;
  unit: "y" | "m";
};

/**
 * A nameserver of a domain (RFC 5731 section 1.1): a host object, or a host attribute if `addresses` is present (it
 * may be empty). All nameservers in a message have the same form.
 */
export type Nameserver = {
  name: string;
  addresses?: HostAddress[];
};

export type HostAddress = {
  version: "v4" | "v6";
  address: string;
};

export const domainElement = elementIn(namespaces.domain);

export function encodeName(name: string): XmlElement {
  return domainElement("name", {}, [checkLength("name", name, 1, 255)]);
}

export function decodeName(parent: XmlElement): string {
  return checkLength("name", tokenOf(requiredChild(parent, "name")), 1, 255);
}

export function encodePeriod(namespace: string, period: Period | undefined): XmlElement | undefined {
  if (period === undefined) {
    return undefined;
  }
  if (!Number.isInteger(period.value) || period.value < 1 || period.value > 99) {
    throw new EppCodecError(2004, "a period is 1 to 99 years or months");
  }
  return element(namespace, "period", { unit: period.unit }, [String(period.value)]);
}

export function decodePeriod(parent: XmlElement): Period | undefined {
  const found = optionalChild(parent, "period");
  if (found === undefined) {
    return undefined;
  }
  const unit = found.attributes.unit;
  if (unit !== "y" && unit !== "m") {
    throw new EppCodecError(2005, "a period's unit is y or m");
  }
  return { value: integerBetween(found, 1, 99), unit };
}

export function encodeNameservers(nameservers: readonly Nameserver[] | undefined): XmlElement | undefined {
  if (nameservers === undefined || nameservers.length === 0) {
    return undefined;
  }
  const asAttributes = nameservers.some((nameserver) => nameserver.addresses !== undefined);
  return domainElement(
    "ns",
    {},
    nameservers.map((nameserver) => {
      const name = checkLength("name", nameserver.name, 1, 255);
      if (!asAttributes) {
        return domainElement("hostObj", {}, [name]);
      }
      return domainElement("hostAttr", {}, [
        domainElement("hostName", {}, [name]),
        ...(nameserver.addresses ?? []).map((address) =>
          domainElement("hostAddr", { ip: address.version }, [address.address]),
        ),
      ]);
    }),
  );
}

export function decodeNameservers(parent: XmlElement): Nameserver[] {
  const found = optionalChild(parent, "ns");
  if (found === undefined) {
    return [];
  }
  assertShape(found, ["hostObj", "hostAttr"]);
  const objects = childrenNamed(found, "hostObj");
  const attributes = childrenNamed(found, "hostAttr");
  if (objects.length > 0 && attributes.length > 0) {
    throw new EppCodecError(2001, "name servers are host objects or host attributes, not both");
  }
  if (objects.length + attributes.length === 0) {
    throw new EppCodecError(2003, "<ns> needs a name server");
  }
  return [
    ...objects.map((host) => ({ name: checkLength("hostObj", tokenOf(host), 1, 255) })),
    ...attributes.map((host) => ({
      name: checkLength("hostName", tokenOf(requiredChild(host, "hostName")), 1, 255),
      addresses: childrenNamed(host, "hostAddr").map(decodeHostAddress),
    })),
  ];
}

function decodeHostAddress(item: XmlElement): HostAddress {
  const version = item.attributes.ip ?? "v4";
  if (version !== "v4" && version !== "v6") {
    throw new EppCodecError(2005, "an address is v4 or v6");
  }
  return { version, address: checkLength("hostAddr", tokenOf(item), 3, 45) };
}

export function encodeContacts(contacts: readonly DomainContact[] | undefined): XmlElement[] {
  return (contacts ?? []).map((contact) =>
    domainElement("contact", { type: contact.type }, [checkLength("contact", contact.id, 3, 16)]),
  );
}

export function decodeContacts(parent: XmlElement): DomainContact[] {
  return childrenNamed(parent, "contact").map((item) => {
    const type = item.attributes.type;
    if (type !== "admin" && type !== "billing" && type !== "tech") {
      throw new EppCodecError(2005, "a contact's type is admin, billing or tech");
    }
    return { type, id: checkLength("contact", tokenOf(item), 3, 16) };
  });
}
