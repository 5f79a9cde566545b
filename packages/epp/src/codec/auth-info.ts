import { namespaces } from "../namespaces.ts";
import { element, textOf, type XmlElement } from "../xml/element.ts";
import { EppCodecError } from "./codec-error.ts";
import { optionalChild, requiredChild } from "./read.ts";

/**
 * `<authInfo>` of a domain or a contact. `null` removes it (RFC 5731 section 3.2.5; domains only). `roid`
 * identifies the registrant or contact that the code belongs to, if it isn't the domain's own (RFC 5731 section 3.1.2).
 */
export function encodeAuthInfo(
  authInfo: string | null | undefined,
  details: { namespace?: string; roid?: string | undefined } = {},
): XmlElement | undefined {
  const { namespace = namespaces.domain, roid } = details;
  if (authInfo === undefined) {
    return undefined;
  }
  return element(namespace, "authInfo", {}, [
    authInfo === null ? element(namespace, "null") : element(namespace, "pw", { roid }, [authInfo]),
  ]);
}

export function decodeAuthInfo(parent: XmlElement): string | null | undefined {
  const found = optionalChild(parent, "authInfo");
  if (found === undefined) {
    return undefined;
  }
  if (optionalChild(found, "null")) {
    return null;
  }
  if (optionalChild(found, "ext")) {
    throw new EppCodecError(2102, "authorization other than by password");
  }
  // normalizedString: tabs and line breaks become spaces; nothing is trimmed.
  return textOf(requiredChild(found, "pw")).replace(/[\t\n\r]/g, " ");
}

/** The owner of the authorization information, if the message includes it. */
export function decodeAuthInfoRoid(parent: XmlElement): string | undefined {
  const found = optionalChild(parent, "authInfo");
  return found && optionalChild(found, "pw")?.attributes.roid?.trim();
}
