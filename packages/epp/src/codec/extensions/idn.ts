import { namespaces } from "../../namespaces.ts";
import { element, tokenOf, type XmlElement } from "../../xml/element.ts";
import { EppCodecError } from "../codec-error.ts";
import { assertShape, checkLength, optionalToken, requiredChild } from "../read.ts";

/** The IDN table of an internationalized name (draft-ietf-eppext-idnmap-02). */
export type IdnData = {
  /** The registry's identifier of the table, such as `es`. */
  table: string;
  /** The whole name in Unicode, such as `español.example`; 1 to 255 characters. */
  unicodeName?: string;
};

/** `<idn:data>` of a create, or of a response to an info command. */
export function encodeIdnData({ table, unicodeName }: IdnData): XmlElement {
  return element(namespaces.idn, "data", {}, [
    element(namespaces.idn, "table", {}, [checkLength("table", table, 1, Number.POSITIVE_INFINITY)]),
    unicodeName === undefined
      ? undefined
      : element(namespaces.idn, "uname", {}, [checkLength("uname", unicodeName.normalize("NFC"), 1, 255)]),
  ]);
}

export function decodeIdnData(item: XmlElement): IdnData {
  assertShape(item, ["table", "uname"]);
  const table = tokenOf(requiredChild(item, "table"));
  const unicodeName = optionalToken(item, "uname");
  return {
    table: checkLength("table", table, 1, Number.POSITIVE_INFINITY),
    ...(unicodeName !== undefined && { unicodeName: checkLength("uname", unicodeName, 1, 255) }),
  };
}

/** `<idnLang:tag>` of a create (Verisign's IDN language tag mapping). */
export function encodeIdnLanguage(language: string): XmlElement {
  return element(namespaces.idnLang, "tag", {}, [checkLanguage(language)]);
}

export const decodeIdnLanguage = (item: XmlElement): string => checkLanguage(tokenOf(item));

/** The form of XML Schema's type `language`. */
function checkLanguage(language: string): string {
  if (!/^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$/.test(language)) {
    throw new EppCodecError(2005, "a language tag has 1 to 8 letters, such as GER");
  }
  return language;
}
