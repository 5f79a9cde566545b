import { namespaces } from "../../namespaces.ts";
import { childElements, type XmlElement } from "../../xml/element.ts";
import { decodeAuthInfo, encodeAuthInfo } from "../auth-info.ts";
import { EppCodecError } from "../codec-error.ts";
import type { CommandCodec } from "../command-codec.ts";
import { objectOf, wrapObject } from "../object-command.ts";
import { assertShape, optionalChild, tokenBetween, withoutAbsent } from "../read.ts";
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
  decodePostalInfoChange,
  decodePostalInfos,
  encodeContactId,
  encodeDisclosure,
  encodeEmail,
  encodePhone,
  encodePostalInfo,
  type PhoneNumber,
  type PostalInfoChange,
} from "./contact-parts.ts";

/** Changes a contact (RFC 5733 section 3.2.5). */
export type ContactUpdateCommand = {
  type: "contact:update";
  id: string;
  addStatuses?: ContactStatus[];
  removeStatuses?: ContactStatus[];
  change?: ContactChange;
};

export type ContactChange = {
  postalInfos?: PostalInfoChange[];
  /** `null` removes the number. */
  voice?: PhoneNumber | null;
  /** `null` removes the number. */
  fax?: PhoneNumber | null;
  email?: string;
  authInfo?: string;
  disclosure?: ContactDisclosure;
};

export const contactUpdate: CommandCodec<ContactUpdateCommand, undefined> = {
  type: "contact:update",
  verb: "update",
  objectUri: namespaces.contact,
  extensionUris: [],
  changes: () => true,

  encodeCommand({ id, addStatuses, removeStatuses, change }) {
    const parts = [
      encodeStatusList("add", addStatuses),
      encodeStatusList("rem", removeStatuses),
      change && encodeChange(change),
    ];
    if (parts.every((part) => part === undefined)) {
      throw new EppCodecError(2003, "an update needs a change");
    }
    return wrapObject(contactElement("update", {}, [encodeContactId(id), ...parts]));
  },

  decodeCommand({ verb }) {
    const item = objectOf(verb);
    assertShape(item, ["id", "add", "rem", "chg"]);
    const changed = optionalChild(item, "chg");
    const parts = withoutAbsent({
      addStatuses: decodeStatusList(item, "add"),
      removeStatuses: decodeStatusList(item, "rem"),
      change: changed && decodeChange(changed),
    });
    if (Object.keys(parts).length === 0) {
      throw new EppCodecError(2003, "an update needs a change");
    }
    return { type: "contact:update", id: decodeContactId(item), ...parts };
  },

  encodeResult: () => ({ resData: [], extensions: [] }),
  decodeResult: () => undefined,
};

function encodeStatusList(
  name: "add" | "rem",
  statuses: readonly ContactStatus[] | undefined,
): XmlElement | undefined {
  if (statuses === undefined || statuses.length === 0) {
    return undefined;
  }
  return contactElement(name, {}, encodeStatuses(namespaces.contact, statuses));
}

function decodeStatusList(parent: XmlElement, name: "add" | "rem"): ContactStatus[] | undefined {
  const found = optionalChild(parent, name);
  if (found === undefined) {
    return undefined;
  }
  assertShape(found, ["status"]);
  const statuses = decodeStatuses(found, contactStatuses);
  if (statuses.length === 0) {
    throw new EppCodecError(2003, `<${name}> needs <status>`);
  }
  return statuses;
}

function encodeChange(change: ContactChange): XmlElement {
  assertPostalTypes(change.postalInfos ?? [], 0);
  return contactElement("chg", {}, [
    ...(change.postalInfos ?? []).map(encodePostalInfo),
    encodePhone("voice", change.voice),
    encodePhone("fax", change.fax),
    encodeEmail(change.email),
    encodeAuthInfo(change.authInfo, { namespace: namespaces.contact }),
    encodeDisclosure(change.disclosure),
  ]);
}

function decodeChange(item: XmlElement): ContactChange {
  assertShape(item, ["postalInfo", "voice", "fax", "email", "authInfo", "disclose"]);
  if (childElements(item).length === 0) {
    throw new EppCodecError(2003, "<chg> needs a change");
  }
  const postalInfos = decodePostalInfos(item, decodePostalInfoChange, 0);
  const email = optionalChild(item, "email");
  const voice = decodePhone(item, "voice");
  const fax = decodePhone(item, "fax");
  return {
    ...(postalInfos.length > 0 && { postalInfos }),
    ...(voice !== undefined && { voice }),
    ...(fax !== undefined && { fax }),
    ...withoutAbsent({
      email: email && tokenBetween(email, 1, 320),
      authInfo: decodeAuthInfo(item) ?? undefined,
      disclosure: decodeDisclosure(item),
    }),
  };
}
