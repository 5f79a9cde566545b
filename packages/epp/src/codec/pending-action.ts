import { namespaces } from "../namespaces.ts";
import { element, tokenOf, type XmlElement } from "../xml/element.ts";
import { domainElement } from "./domain-parts.ts";
import { booleanOf, dateTimeOf, optionalToken, requiredChild, writeDateTime } from "./read.ts";

/** The outcome of a command that was answered 1001 (RFC 5731 section 3.3). */
export interface PendingAction {
  name: string;
  succeeded: boolean;
  clTRID?: string;
  svTRID: string;
  decidedAt: Date;
}

export function encodePendingAction(action: PendingAction): XmlElement {
  return domainElement("panData", {}, [
    domainElement("name", { paResult: action.succeeded ? "1" : "0" }, [action.name]),
    domainElement("paTRID", {}, [
      action.clTRID === undefined ? undefined : element(namespaces.epp, "clTRID", {}, [action.clTRID]),
      element(namespaces.epp, "svTRID", {}, [action.svTRID]),
    ]),
    domainElement("paDate", {}, [writeDateTime(action.decidedAt)]),
  ]);
}

export function decodePendingAction(item: XmlElement): PendingAction {
  const name = requiredChild(item, "name");
  // The identifiers inside <paTRID> are of the protocol's namespace, not of the domain mapping's.
  const transaction = { ...requiredChild(item, "paTRID"), namespace: namespaces.epp };
  const clTRID = optionalToken(transaction, "clTRID");
  return {
    name: tokenOf(name),
    succeeded: booleanOf("paResult", name.attributes.paResult ?? ""),
    ...(clTRID !== undefined && { clTRID }),
    svTRID: tokenOf(requiredChild(transaction, "svTRID")),
    decidedAt: dateTimeOf(requiredChild(item, "paDate")),
  };
}
