import { namespaces } from "../../namespaces.ts";
import { tokenOf, type XmlElement } from "../../xml/element.ts";
import { decodeAuthInfo, decodeAuthInfoRoid, encodeAuthInfo } from "../auth-info.ts";
import { EppCodecError } from "../codec-error.ts";
import type { CommandCodec, ResultParts } from "../command-codec.ts";
import { decodeIdnData, encodeIdnData, type IdnData } from "../extensions/idn.ts";
import { decodeRgpStatuses, encodeRgpStatuses, type RgpStatus } from "../extensions/rgp.ts";
import { decodeSecDnsData, encodeSecDnsData, type SecDnsData } from "../extensions/sec-dns.ts";
import { findElement, objectOf, requiredResult, wrapObject } from "../object-command.ts";
import {
  assertShape,
  checkLength,
  childrenNamed,
  optionalDateTime,
  optionalToken,
  requiredChild,
  withoutAbsent,
  writeDateTime,
} from "../read.ts";
import { decodeStatuses, encodeStatuses } from "../statuses.ts";
import {
  type DomainContact,
  type DomainStatus,
  decodeContacts,
  decodeName,
  decodeNameservers,
  domainElement,
  domainStatuses,
  encodeContacts,
  encodeName,
  encodeNameservers,
  type Nameserver,
} from "./domain-parts.ts";

const hostsChoices = ["all", "del", "sub", "none"] as const;

/** Queries one domain (RFC 5731 section 3.1.2). */
export type DomainInfoCommand = {
  type: "domain:info";
  name: string;
  /** Which hosts to return: delegated, subordinate, both (the default) or none. */
  hosts?: (typeof hostsChoices)[number];
  /** Allows a client other than the sponsor to read the domain. */
  authInfo?: string;
  /** The contact or registrant that `authInfo` belongs to, if it isn't the domain's own. */
  authInfoRoid?: string;
};

/** A domain as the registry stores it (RFC 5731 section 3.1.2, RFC 5910 section 5.1.2, RFC 3915 section 4.1.2). */
export type DomainInfo = {
  name: string;
  /** The registry's identifier for the object. */
  roid: string;
  statuses: DomainStatus[];
  registrant?: string;
  contacts: DomainContact[];
  nameservers: Nameserver[];
  /** The registry's hosts below the domain. */
  subordinateHosts: string[];
  /** The sponsoring client. */
  sponsoringClientId: string;
  createdBy?: string;
  createdAt?: Date;
  updatedBy?: string;
  updatedAt?: Date;
  expiresAt?: Date;
  transferredAt?: Date;
  authInfo?: string;
  /** Absent if the domain has no DNSSEC data, or the session didn't request the extension. */
  secDns?: SecDnsData;
  /** Absent if no grace period applies, or the session didn't request the extension. */
  rgpStatuses?: RgpStatus[];
  /** Absent unless the name is internationalized, and the registry has the extension (draft-ietf-eppext-idnmap-02). */
  idn?: IdnData;
};

export const domainInfo: CommandCodec<DomainInfoCommand, DomainInfo> = {
  type: "domain:info",
  verb: "info",
  objectUri: namespaces.domain,
  extensionUris: [],
  changes: () => false,

  encodeCommand(command) {
    return wrapObject(
      domainElement("info", {}, [
        { ...encodeName(command.name), attributes: command.hosts ? { hosts: command.hosts } : {} },
        encodeAuthInfo(command.authInfo, { roid: command.authInfoRoid }),
      ]),
    );
  },

  decodeCommand({ verb }) {
    const item = objectOf(verb);
    assertShape(item, ["name", "authInfo"]);
    const hosts = requiredChild(item, "name").attributes.hosts;
    const choice = hostsChoices.find((known) => known === hosts);
    if (hosts !== undefined && choice === undefined) {
      throw new EppCodecError(2005, "hosts is all, del, sub or none");
    }
    const authInfo = decodeAuthInfo(item);
    const authInfoRoid = decodeAuthInfoRoid(item);
    return {
      type: "domain:info",
      name: decodeName(item),
      ...(choice && { hosts: choice }),
      ...(typeof authInfo === "string" && { authInfo }),
      ...(authInfoRoid !== undefined && { authInfoRoid }),
    };
  },

  encodeResult: encodeDomainInfo,

  decodeResult(parts) {
    return decodeDomainInfo(requiredResult(parts, namespaces.domain, "infData"), parts.extensions);
  },
};

export function encodeDomainInfo(domain: DomainInfo): ResultParts {
  const date = (name: string, value: Date | undefined) =>
    value && domainElement(name, {}, [writeDateTime(value)]);
  const client = (name: string, value: string | undefined) =>
    value === undefined ? undefined : domainElement(name, {}, [checkLength(name, value, 3, 16)]);
  return {
    resData: [
      domainElement("infData", {}, [
        encodeName(domain.name),
        domainElement("roid", {}, [domain.roid]),
        ...encodeStatuses(namespaces.domain, domain.statuses),
        client("registrant", domain.registrant),
        ...encodeContacts(domain.contacts),
        encodeNameservers(domain.nameservers),
        ...domain.subordinateHosts.map((host) => domainElement("host", {}, [host])),
        client("clID", domain.sponsoringClientId),
        client("crID", domain.createdBy),
        date("crDate", domain.createdAt),
        client("upID", domain.updatedBy),
        date("upDate", domain.updatedAt),
        date("exDate", domain.expiresAt),
        date("trDate", domain.transferredAt),
        encodeAuthInfo(domain.authInfo),
      ]),
    ],
    extensions: [
      ...(domain.secDns ? [encodeSecDnsData("infData", domain.secDns)] : []),
      ...encodeRgpStatuses("infData", domain.rgpStatuses),
      ...(domain.idn ? [encodeIdnData(domain.idn)] : []),
    ],
  };
}

export function decodeDomainInfo(item: XmlElement, extensions: readonly XmlElement[]): DomainInfo {
  const secDns = findElement(extensions, namespaces.secDns, "infData");
  const rgp = findElement(extensions, namespaces.rgp, "infData");
  const idn = findElement(extensions, namespaces.idn, "data");
  const optional = {
    registrant: optionalToken(item, "registrant"),
    createdBy: optionalToken(item, "crID"),
    createdAt: optionalDateTime(item, "crDate"),
    updatedBy: optionalToken(item, "upID"),
    updatedAt: optionalDateTime(item, "upDate"),
    expiresAt: optionalDateTime(item, "exDate"),
    transferredAt: optionalDateTime(item, "trDate"),
    authInfo: decodeAuthInfo(item) ?? undefined,
    secDns: secDns && decodeSecDnsData(secDns),
    rgpStatuses: rgp && decodeRgpStatuses(rgp),
    idn: idn && decodeIdnData(idn),
  };
  return {
    name: decodeName(item),
    roid: tokenOf(requiredChild(item, "roid")),
    statuses: decodeStatuses(item, domainStatuses),
    contacts: decodeContacts(item),
    nameservers: decodeNameservers(item),
    subordinateHosts: childrenNamed(item, "host").map(tokenOf),
    sponsoringClientId: tokenOf(requiredChild(item, "clID")),
    ...withoutAbsent(optional),
  };
}
