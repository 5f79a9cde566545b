import { namespaces } from "../../namespaces.ts";
import { tokenOf, type XmlElement } from "../../xml/element.ts";
import { decodeAuthInfo, encodeAuthInfo } from "../auth-info.ts";
import { EppCodecError } from "../codec-error.ts";
import type { CommandCodec } from "../command-codec.ts";
import { decodeFeeCharged, encodeFeeCharged, type FeeCharged } from "../extensions/fee.ts";
import { decodeSecDnsUpdate, encodeSecDnsUpdate, type SecDnsUpdate } from "../extensions/sec-dns.ts";
import { findElement, objectOf, wrapObject } from "../object-command.ts";
import { assertShape, checkLength, optionalChild } from "../read.ts";
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

/** The parts that an update adds to a domain or removes from it. */
export type DomainUpdateParts = {
  nameservers?: Nameserver[];
  contacts?: DomainContact[];
  statuses?: DomainStatus[];
};

/** Updates a domain (RFC 5731 section 3.2.5), including its DS records (RFC 5910 section 5.2.5). */
export type DomainUpdateCommand = {
  type: "domain:update";
  name: string;
  add?: DomainUpdateParts;
  remove?: DomainUpdateParts;
  change?: {
    /** An empty string removes the registrant. */
    registrant?: string;
    /** `null` removes the authorization information. */
    authInfo?: string | null;
  };
  secDns?: SecDnsUpdate;
};

export type DomainUpdateResult = {
  /** The price, and the balance of the account (RFC 8748 section 5.2.5), if the server returns them. */
  fee?: FeeCharged;
};

function encodeParts(name: "add" | "rem", parts: DomainUpdateParts | undefined): XmlElement | undefined {
  if (parts === undefined) {
    return undefined;
  }
  return domainElement(name, {}, [
    encodeNameservers(parts.nameservers),
    ...encodeContacts(parts.contacts),
    ...encodeStatuses(namespaces.domain, parts.statuses),
  ]);
}

function decodeParts(parent: XmlElement, name: "add" | "rem"): DomainUpdateParts | undefined {
  const found = optionalChild(parent, name);
  if (found === undefined) {
    return undefined;
  }
  assertShape(found, ["ns", "contact", "status"]);
  const nameservers = decodeNameservers(found);
  const contacts = decodeContacts(found);
  const statuses = decodeStatuses(found, domainStatuses);
  return {
    ...(nameservers.length > 0 && { nameservers }),
    ...(contacts.length > 0 && { contacts }),
    ...(statuses.length > 0 && { statuses }),
  };
}

export const domainUpdate: CommandCodec<DomainUpdateCommand, DomainUpdateResult> = {
  type: "domain:update",
  verb: "update",
  objectUri: namespaces.domain,
  extensionUris: [namespaces.secDns],
  changes: () => true,

  encodeCommand({ name, add, remove, change, secDns }) {
    if (!add && !remove && !change && !secDns) {
      throw new EppCodecError(2003, "an update needs a change");
    }
    return wrapObject(
      domainElement("update", {}, [
        encodeName(name),
        encodeParts("add", add),
        encodeParts("rem", remove),
        change &&
          domainElement("chg", {}, [
            change.registrant === undefined
              ? undefined
              : domainElement("registrant", {}, [checkLength("registrant", change.registrant, 0, 16)]),
            encodeAuthInfo(change.authInfo),
          ]),
      ]),
      [secDns && encodeSecDnsUpdate(secDns)],
    );
  },

  decodeCommand({ verb, extensions }) {
    const item = objectOf(verb);
    assertShape(item, ["name", "add", "rem", "chg"]);
    const add = decodeParts(item, "add");
    const remove = decodeParts(item, "rem");
    const changed = optionalChild(item, "chg");
    const secDns = findElement(extensions, namespaces.secDns, "update");
    // RFC 5731 section 3.2.5: one of the three is required, unless the update has an extension.
    if (!add && !remove && !changed && !secDns) {
      throw new EppCodecError(2003, "an update needs a change");
    }
    return {
      type: "domain:update",
      name: decodeName(item),
      ...(add && { add }),
      ...(remove && { remove }),
      ...(changed && { change: decodeChange(changed) }),
      ...(secDns && { secDns: decodeSecDnsUpdate(secDns) }),
    };
  },

  encodeResult: ({ fee }) => ({ resData: [], extensions: fee ? [encodeFeeCharged("updData", fee)] : [] }),

  decodeResult({ extensions }) {
    const fee = findElement(extensions, namespaces.fee, "updData");
    return fee ? { fee: decodeFeeCharged(fee) } : {};
  },
};

function decodeChange(item: XmlElement): NonNullable<DomainUpdateCommand["change"]> {
  assertShape(item, ["registrant", "authInfo"]);
  const registrant = optionalChild(item, "registrant");
  const authInfo = decodeAuthInfo(item);
  return {
    ...(registrant && { registrant: checkLength("registrant", tokenOf(registrant), 0, 16) }),
    ...(authInfo !== undefined && { authInfo }),
  };
}
