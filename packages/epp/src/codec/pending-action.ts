import { namespaces } from "../namespaces.ts";
import { element, tokenOf, type XmlElement } from "../xml/element.ts";
import { booleanOf, dateTimeOf, optionalToken, requiredChild, writeDateTime } from "./read.ts";

/** The outcome of a command whose response was 1001 (RFC 5731, 5732 and 5733, section 3.3 of each). */
export type PendingAction = {
  /** The object: a name, or a contact's identifier. */
  name: string;
  succeeded: boolean;
  /** The identifiers of the original command. */
  clTRID?: string;
  svTRID: string;
  decidedAt: Date;
};

function keyNameOf(namespace: string): "name" | "id" {
  return namespace === namespaces.contact ? "id" : "name";
}

export function encodePendingAction(namespace: string, action: PendingAction): XmlElement {
  return element(namespace, "panData", {}, [
    element(namespace, keyNameOf(namespace), { paResult: action.succeeded ? "1" : "0" }, [action.name]),
    element(namespace, "paTRID", {}, [
      action.clTRID === undefined ? undefined : element(namespaces.epp, "clTRID", {}, [action.clTRID]),
      element(namespaces.epp, "svTRID", {}, [action.svTRID]),
    ]),
    element(namespace, "paDate", {}, [writeDateTime(action.decidedAt)]),
  ]);
}

export function decodePendingAction(item: XmlElement): PendingAction {
  const name = requiredChild(item, keyNameOf(item.namespace));
  // The identifiers inside <paTRID> are in the EPP namespace, not in the object mapping's.
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
