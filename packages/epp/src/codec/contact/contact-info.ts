import { namespaces } from "../../namespaces.ts";
import { tokenOf, type XmlElement } from "../../xml/element.ts";
import { decodeAuthInfo, encodeAuthInfo } from "../auth-info.ts";
import { EppCodecError } from "../codec-error.ts";
import type { CommandCodec } from "../command-codec.ts";
import { objectOf, requiredResult, wrapObject } from "../object-command.ts";
import {
  assertShape,
  checkLength,
  childrenNamed,
  dateTimeOf,
  optionalDateTime,
  optionalToken,
  requiredChild,
  withoutAbsent,
  writeDateTime,
} from "../read.ts";
import { decodeStatuses, encodeStatuses } from "../statuses.ts";
import {
  assertPostalTypes,
  type ContactDisclosure,
  type ContactStatus,
  contactElement,
  contactStatuses,
  decodeContactId,
  decodeDisclosure,
  decodePhone,
  decodePostalInfo,
  encodeContactId,
  encodeDisclosure,
  encodeEmail,
  encodePhone,
  encodePostalInfo,
  type PhoneNumber,
  type PostalInfo,
} from "./contact-parts.ts";

/** Queries one contact (RFC 5733 section 3.1.2). */
export type ContactInfoCommand = {
  type: "contact:info";
  id: string;
  /** Allows a client other than the sponsor to read the whole contact. */
  authInfo?: string;
};

/** A contact as the registry stores it (RFC 5733 section 3.1.2). */
export type ContactInfo = {
  id: string;
  /** The registry's identifier for the object. */
  roid: string;
  /** At least one. */
  statuses: ContactStatus[];
  /** One of either type, or both. */
  postalInfos: PostalInfo[];
  voice?: PhoneNumber;
  fax?: PhoneNumber;
  email: string;
  sponsoringClientId: string;
  createdBy: string;
  createdAt: Date;
  updatedBy?: string;
  updatedAt?: Date;
  transferredAt?: Date;
  authInfo?: string;
  disclosure?: ContactDisclosure;
};

export const contactInfo: CommandCodec<ContactInfoCommand, ContactInfo> = {
  type: "contact:info",
  verb: "info",
  objectUri: namespaces.contact,
  extensionUris: [],
  changes: () => false,

  encodeCommand({ id, authInfo }) {
    return wrapObject(
      contactElement("info", {}, [
        encodeContactId(id),
        encodeAuthInfo(authInfo, { namespace: namespaces.contact }),
      ]),
    );
  },

  decodeCommand({ verb }) {
    const item = objectOf(verb);
    assertShape(item, ["id", "authInfo"]);
    const authInfo = decodeAuthInfo(item);
    return {
      type: "contact:info",
      id: decodeContactId(item),
      ...(typeof authInfo === "string" && { authInfo }),
    };
  },

  encodeResult: (contact) => ({ resData: [encodeContactInfo(contact)], extensions: [] }),
  decodeResult: (parts) => decodeContactInfo(requiredResult(parts, namespaces.contact, "infData")),
};

export function encodeContactInfo(contact: ContactInfo): XmlElement {
  if (contact.statuses.length === 0) {
    throw new EppCodecError(2003, "a contact has a status");
  }
  assertPostalTypes(contact.postalInfos, 1);
  const date = (name: string, value: Date | undefined) =>
    value && contactElement(name, {}, [writeDateTime(value)]);
  const client = (name: string, value: string | undefined) =>
    value === undefined ? undefined : contactElement(name, {}, [checkLength(name, value, 3, 16)]);
  return contactElement("infData", {}, [
    encodeContactId(contact.id),
    contactElement("roid", {}, [contact.roid]),
    ...encodeStatuses(namespaces.contact, contact.statuses),
    ...contact.postalInfos.map(encodePostalInfo),
    encodePhone("voice", contact.voice),
    encodePhone("fax", contact.fax),
    encodeEmail(contact.email),
    client("clID", contact.sponsoringClientId),
    client("crID", contact.createdBy),
    date("crDate", contact.createdAt),
    client("upID", contact.updatedBy),
    date("upDate", contact.updatedAt),
    date("trDate", contact.transferredAt),
    encodeAuthInfo(contact.authInfo, { namespace: namespaces.contact }),
    encodeDisclosure(contact.disclosure),
  ]);
}

export function decodeContactInfo(item: XmlElement): ContactInfo {
  return {
    id: decodeContactId(item),
    roid: tokenOf(requiredChild(item, "roid")),
    statuses: decodeStatuses(item, contactStatuses),
    postalInfos: childrenNamed(item, "postalInfo").map(decodePostalInfo),
    email: tokenOf(requiredChild(item, "email")),
    sponsoringClientId: tokenOf(requiredChild(item, "clID")),
    createdBy: tokenOf(requiredChild(item, "crID")),
    createdAt: dateTimeOf(requiredChild(item, "crDate")),
    ...withoutAbsent({
      voice: decodePhone(item, "voice") ?? undefined,
      fax: decodePhone(item, "fax") ?? undefined,
      updatedBy: optionalToken(item, "upID"),
      updatedAt: optionalDateTime(item, "upDate"),
      transferredAt: optionalDateTime(item, "trDate"),
      authInfo: decodeAuthInfo(item) ?? undefined,
      disclosure: decodeDisclosure(item),
    }),
  };
}
