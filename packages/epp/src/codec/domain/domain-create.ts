import { namespaces } from "../../namespaces.ts";
import { decodeAuthInfo, encodeAuthInfo } from "../auth-info.ts";
import { EppCodecError } from "../codec-error.ts";
import type { CommandCodec } from "../command-codec.ts";
import {
  decodeFeeAgreement,
  decodeFeeCharged,
  encodeFeeAgreement,
  encodeFeeCharged,
  type FeeAgreement,
  type FeeCharged,
} from "../extensions/fee.ts";
import {
  decodeIdnData,
  decodeIdnLanguage,
  encodeIdnData,
  encodeIdnLanguage,
  type IdnData,
} from "../extensions/idn.ts";
import { decodeSecDnsData, encodeSecDnsData, type SecDnsData } from "../extensions/sec-dns.ts";
import { findElement, objectOf, requiredResult, wrapObject } from "../object-command.ts";
import {
  assertShape,
  checkLength,
  dateTimeOf,
  optionalDateTime,
  optionalToken,
  requiredChild,
  writeDateTime,
} from "../read.ts";
import {
  type DomainContact,
  decodeContacts,
  decodeName,
  decodeNameservers,
  decodePeriod,
  domainElement,
  encodeContacts,
  encodeName,
  encodeNameservers,
  encodePeriod,
  type Nameserver,
  type Period,
} from "./domain-parts.ts";

/** Registers a domain (RFC 5731 section 3.2.1). */
export type DomainCreateCommand = {
  type: "domain:create";
  name: string;
  period?: Period;
  nameservers?: Nameserver[];
  registrant?: string;
  contacts?: DomainContact[];
  authInfo: string;
  /** RFC 5910 section 5.2.1 */
  secDns?: SecDnsData;
  /** The price that the client accepts (RFC 8748 section 5.2.1). */
  fee?: FeeAgreement;
  /** The table of an internationalized name, for a registry with that extension (draft-ietf-eppext-idnmap-02). */
  idn?: IdnData;
  /** The language of an internationalized name, such as `GER`, for a registry with Verisign's language tag. */
  idnLanguage?: string;
};

export type DomainCreateResult = {
  name: string;
  createdAt: Date;
  expiresAt?: Date;
  fee?: FeeCharged;
};

export const domainCreate: CommandCodec<DomainCreateCommand, DomainCreateResult> = {
  type: "domain:create",
  verb: "create",
  objectUri: namespaces.domain,
  extensionUris: [namespaces.secDns, namespaces.fee, namespaces.idn, namespaces.idnLang],
  extensionNames: { [namespaces.idn]: "data", [namespaces.idnLang]: "tag" },
  changes: () => true,

  encodeCommand(command) {
    return wrapObject(
      domainElement("create", {}, [
        encodeName(command.name),
        encodePeriod(namespaces.domain, command.period),
        encodeNameservers(command.nameservers),
        command.registrant === undefined
          ? undefined
          : domainElement("registrant", {}, [checkLength("registrant", command.registrant, 3, 16)]),
        ...encodeContacts(command.contacts),
        encodeAuthInfo(command.authInfo),
      ]),
      [
        command.secDns && encodeSecDnsData("create", command.secDns),
        command.fee && encodeFeeAgreement("create", command.fee),
        command.idn && encodeIdnData(command.idn),
        command.idnLanguage === undefined ? undefined : encodeIdnLanguage(command.idnLanguage),
      ],
    );
  },

  decodeCommand({ verb, extensions }) {
    const item = objectOf(verb);
    assertShape(item, ["name", "period", "ns", "registrant", "contact", "authInfo"]);
    const authInfo = decodeAuthInfo(item);
    if (typeof authInfo !== "string") {
      throw new EppCodecError(2003, "a create needs <authInfo>");
    }
    const period = decodePeriod(item);
    const nameservers = decodeNameservers(item);
    const registrant = optionalToken(item, "registrant");
    const contacts = decodeContacts(item);
    const secDns = findElement(extensions, namespaces.secDns, "create");
    const fee = findElement(extensions, namespaces.fee, "create");
    const idn = findElement(extensions, namespaces.idn, "data");
    const language = findElement(extensions, namespaces.idnLang, "tag");
    return {
      type: "domain:create",
      name: decodeName(item),
      ...(period && { period }),
      ...(nameservers.length > 0 && { nameservers }),
      ...(registrant !== undefined && { registrant: checkLength("registrant", registrant, 3, 16) }),
      ...(contacts.length > 0 && { contacts }),
      authInfo,
      ...(secDns && { secDns: decodeSecDnsData(secDns) }),
      ...(fee && { fee: decodeFeeAgreement(fee) }),
      ...(idn && { idn: decodeIdnData(idn) }),
      ...(language && { idnLanguage: decodeIdnLanguage(language) }),
    };
  },

  encodeResult(result) {
    return {
      resData: [
        domainElement("creData", {}, [
          encodeName(result.name),
          domainElement("crDate", {}, [writeDateTime(result.createdAt)]),
          result.expiresAt && domainElement("exDate", {}, [writeDateTime(result.expiresAt)]),
        ]),
      ],
      extensions: result.fee ? [encodeFeeCharged("creData", result.fee)] : [],
    };
  },

  decodeResult(parts) {
    const item = requiredResult(parts, namespaces.domain, "creData");
    const expiresAt = optionalDateTime(item, "exDate");
    const fee = findElement(parts.extensions, namespaces.fee, "creData");
    return {
      name: decodeName(item),
      createdAt: dateTimeOf(requiredChild(item, "crDate")),
      ...(expiresAt && { expiresAt }),
      ...(fee && { fee: decodeFeeCharged(fee) }),
    };
  },
};
