import { namespaces } from "../../namespaces.ts";
import { childElements, elementIn, textOf, tokenOf, type XmlElement } from "../../xml/element.ts";
import { EppCodecError } from "../codec-error.ts";
import {
  assertShape,
  booleanOf,
  checkLength,
  childrenNamed,
  optionalChild,
  requiredChild,
  tokenBetween,
} from "../read.ts";

/** The statuses of RFC 5733 section 2.2. */
export const contactStatuses = [
  "clientDeleteProhibited",
  "clientTransferProhibited",
  "clientUpdateProhibited",
  "linked",
  "ok",
  "pendingCreate",
  "pendingDelete",
  "pendingTransfer",
  "pendingUpdate",
  "serverDeleteProhibited",
  "serverTransferProhibited",
  "serverUpdateProhibited",
] as const;

export type ContactStatus = (typeof contactStatuses)[number];

/** `int` is the ASCII form, `loc` the form in the contact's own script (RFC 5733 section 2.5). */
export type PostalType = "int" | "loc";

/** RFC 5733 section 2.5 */
export type ContactAddress = {
  /** None to three lines, at most 255 characters each. */
  street: string[];
  city: string;
  stateOrProvince?: string;
  /** At most 16 characters. */
  postalCode?: string;
  /** ISO 3166-1, two letters. */
  countryCode: string;
};

/** A name with its address; a contact has one of either type, or both (RFC 5733 section 2.5). */
export type PostalInfo = {
  type: PostalType;
  name: string;
  organization?: string;
  address: ContactAddress;
};

/** A change to one form of the name and address (RFC 5733 section 3.2.5). */
export type PostalInfoChange = {
  type: PostalType;
  name?: string;
  /** An empty string removes it. */
  organization?: string;
  /** Replaces the whole address. */
  address?: ContactAddress;
};

/** A telephone number in the form `+1.7035555555` (RFC 5733 section 2.4). */
export type PhoneNumber = {
  number: string;
  extension?: string;
};

/**
 * The contact's preferences for disclosing data, where they differ from the server's policy
 * (RFC 5733 section 2.9).
 */
export type ContactDisclosure = {
  /** True to disclose the listed data, false to withhold it. */
  disclose: boolean;
  name?: PostalType[];
  organization?: PostalType[];
  address?: PostalType[];
  voice?: boolean;
  fax?: boolean;
  email?: boolean;
};

export const contactElement = elementIn(namespaces.contact);

export function encodeContactId(id: string): XmlElement {
  return contactElement("id", {}, [checkLength("id", id, 3, 16)]);
}

export function decodeContactId(parent: XmlElement): string {
  return tokenBetween(requiredChild(parent, "id"), 3, 16);
}

function encodeLine(name: string, value: string | undefined, minLength: number): XmlElement | undefined {
  return value === undefined
    ? undefined
    : contactElement(name, {}, [checkLength(name, value, minLength, 255)]);
}

/** normalizedString: tabs and line breaks become spaces; nothing is trimmed. */
function lineOf(item: XmlElement, minLength: number): string {
  return checkLength(item.name, textOf(item).replace(/[\t\n\r]/g, " "), minLength, 255);
}

function encodeAddress(address: ContactAddress): XmlElement {
  const { street, city, stateOrProvince, postalCode, countryCode } = address;
  if (street.length > 3) {
    throw new EppCodecError(2004, "an address has three lines of <street> at most");
  }
  return contactElement("addr", {}, [
    ...street.map((line) => encodeLine("street", line, 0)),
    encodeLine("city", city, 1),
    encodeLine("sp", stateOrProvince, 0),
    postalCode === undefined ? undefined : contactElement("pc", {}, [checkLength("pc", postalCode, 0, 16)]),
    contactElement("cc", {}, [checkLength("cc", countryCode, 2, 2)]),
  ]);
}

function decodeAddress(item: XmlElement): ContactAddress {
  assertShape(item, ["street", "city", "sp", "pc", "cc"]);
  const street = childrenNamed(item, "street").map((line) => lineOf(line, 0));
  if (street.length > 3) {
    throw new EppCodecError(2001, "an address has three lines of <street> at most");
  }
  const stateOrProvince = optionalChild(item, "sp");
  const postalCode = optionalChild(item, "pc");
  return {
    street,
    city: lineOf(requiredChild(item, "city"), 1),
    ...(stateOrProvince && { stateOrProvince: lineOf(stateOrProvince, 0) }),
    ...(postalCode && { postalCode: tokenBetween(postalCode, 0, 16) }),
    countryCode: tokenBetween(requiredChild(item, "cc"), 2, 2),
  };
}

export function encodePostalInfo(info: PostalInfo | PostalInfoChange): XmlElement {
  const item = contactElement("postalInfo", { type: info.type }, [
    encodeLine("name", info.name, 1),
    encodeLine("org", info.organization, 0),
    info.address && encodeAddress(info.address),
  ]);
  if (info.type === "int") {
    assertAscii(item);
  }
  return item;
}

/** RFC 5733 section 2.5: `int` only allows characters that fit into seven bits. */
function assertAscii(item: XmlElement): void {
  for (const child of childElements(item)) {
    assertAscii(child);
  }
  if (/[^\u0020-\u007e\s]/.test(textOf(item))) {
    throw new EppCodecError(2005, `<${item.name}> of type int takes ASCII alone`);
  }
}

/** One or two, of different types. */
export function assertPostalTypes(infos: readonly { type: PostalType }[], minimum: 0 | 1): void {
  if (infos.length < minimum) {
    throw new EppCodecError(2003, "a contact needs <postalInfo>");
  }
  if (new Set(infos.map((info) => info.type)).size !== infos.length) {
    throw new EppCodecError(2001, "a contact has one <postalInfo> of each type");
  }
}

function postalTypeOf(item: XmlElement): PostalType {
  const { type } = item.attributes;
  if (type !== "int" && type !== "loc") {
    throw new EppCodecError(2005, "a type is int or loc");
  }
  return type;
}

export function decodePostalInfo(item: XmlElement): PostalInfo {
  const { type, name, organization, address } = decodePostalInfoChange(item);
  if (name === undefined || address === undefined) {
    throw new EppCodecError(2003, "<postalInfo> needs <name> and <addr>");
  }
  return { type, name, ...(organization !== undefined && { organization }), address };
}

export function decodePostalInfoChange(item: XmlElement): PostalInfoChange {
  assertShape(item, ["name", "org", "addr"], ["type"]);
  const name = optionalChild(item, "name");
  const organization = optionalChild(item, "org");
  const address = optionalChild(item, "addr");
  return {
    type: postalTypeOf(item),
    ...(name && { name: lineOf(name, 1) }),
    ...(organization && { organization: lineOf(organization, 0) }),
    ...(address && { address: decodeAddress(address) }),
  };
}

/** Decodes a command's postal info; `int` must be ASCII. */
export function decodePostalInfos<Info extends PostalInfo | PostalInfoChange>(
  parent: XmlElement,
  decode: (item: XmlElement) => Info,
  minimum: 0 | 1,
): Info[] {
  const items = childrenNamed(parent, "postalInfo");
  const infos = items.map(decode);
  assertPostalTypes(infos, minimum);
  items.forEach((item) => {
    if (item.attributes.type === "int") {
      assertAscii(item);
    }
  });
  return infos;
}

/** `null` is written as an empty element, which removes the number (RFC 5733 section 3.2.5). */
export function encodePhone(
  name: "voice" | "fax",
  phone: PhoneNumber | null | undefined,
): XmlElement | undefined {
  if (phone === undefined) {
    return undefined;
  }
  if (phone === null) {
    return contactElement(name);
  }
  return contactElement(name, { x: phone.extension }, [checkPhone(name, phone.number)]);
}

function checkPhone(name: string, number: string): string {
  if (!/^\+\d{1,3}\.\d{1,14}$/.test(number) || number.length > 17) {
    throw new EppCodecError(2005, `<${name}> is like +1.7035555555`);
  }
  return number;
}

export function decodePhone(parent: XmlElement, name: "voice" | "fax"): PhoneNumber | null | undefined {
  const found = optionalChild(parent, name);
  if (found === undefined) {
    return undefined;
  }
  const number = tokenOf(found);
  if (number === "") {
    return null;
  }
  const { x } = found.attributes;
  return { number: checkPhone(name, number), ...(x !== undefined && { extension: x.trim() }) };
}

export function encodeEmail(email: string | undefined): XmlElement | undefined {
  return email === undefined ? undefined : contactElement("email", {}, [checkLength("email", email, 1, 320)]);
}

const typedDisclosures = [
  ["name", "name"],
  ["organization", "org"],
  ["address", "addr"],
] as const;
const plainDisclosures = ["voice", "fax", "email"] as const;

export function encodeDisclosure(disclosure: ContactDisclosure | undefined): XmlElement | undefined {
  if (disclosure === undefined) {
    return undefined;
  }
  return contactElement("disclose", { flag: disclosure.disclose ? "1" : "0" }, [
    ...typedDisclosures.flatMap(([key, name]) =>
      (disclosure[key] ?? []).map((type) => contactElement(name, { type })),
    ),
    ...plainDisclosures.map((name) => (disclosure[name] ? contactElement(name) : undefined)),
  ]);
}

export function decodeDisclosure(parent: XmlElement): ContactDisclosure | undefined {
  const found = optionalChild(parent, "disclose");
  if (found === undefined) {
    return undefined;
  }
  assertShape(found, ["name", "org", "addr", "voice", "fax", "email"], ["flag"]);
  const disclosure: ContactDisclosure = { disclose: booleanOf("flag", found.attributes.flag ?? "") };
  for (const [key, name] of typedDisclosures) {
    const types = childrenNamed(found, name).map(postalTypeOf);
    if (types.length > 0) {
      disclosure[key] = types;
    }
  }
  for (const name of plainDisclosures) {
    if (optionalChild(found, name)) {
      disclosure[name] = true;
    }
  }
  return disclosure;
}
