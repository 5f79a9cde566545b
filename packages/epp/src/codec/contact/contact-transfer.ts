import { namespaces } from "../../namespaces.ts";
import type { XmlElement } from "../../xml/element.ts";
import { decodeAuthInfo, encodeAuthInfo } from "../auth-info.ts";
import type { CommandCodec } from "../command-codec.ts";
import { objectOf, requiredResult, wrapObject } from "../object-command.ts";
import { assertShape } from "../read.ts";
import {
  decodeTransferState,
  encodeTransferState,
  type TransferOperation,
  type TransferState,
  transferOperationOf,
} from "../transfer-data.ts";
import { contactElement, decodeContactId, encodeContactId } from "./contact-parts.ts";

/** Requests, queries or ends the transfer of a contact from another client (RFC 5733 sections 3.1.3 and 3.2.4). */
export type ContactTransferCommand = {
  type: "contact:transfer";
  operation: TransferOperation;
  id: string;
  /** Required to request a transfer. */
  authInfo?: string;
};

export interface ContactTransferResult extends TransferState {
  id: string;
}

export const contactTransfer: CommandCodec<ContactTransferCommand, ContactTransferResult> = {
  type: "contact:transfer",
  verb: "transfer",
  objectUri: namespaces.contact,
  extensionUris: [],
  changes: (command) => command.operation !== "query",

  encodeCommand({ operation, id, authInfo }) {
    const { verb, extensions } = wrapObject(
      contactElement("transfer", {}, [
        encodeContactId(id),
        encodeAuthInfo(authInfo, { namespace: namespaces.contact }),
      ]),
    );
    return { verb: { ...verb, attributes: { op: operation } }, extensions };
  },

  decodeCommand({ verb }) {
    const operation = transferOperationOf(verb);
    const item = objectOf(verb);
    assertShape(item, ["id", "authInfo"]);
    const authInfo = decodeAuthInfo(item);
    return {
      type: "contact:transfer",
      operation,
      id: decodeContactId(item),
      ...(typeof authInfo === "string" && { authInfo }),
    };
  },

  encodeResult: (transfer) => ({ resData: [encodeContactTransfer(transfer)], extensions: [] }),
  decodeResult: (parts) => decodeContactTransfer(requiredResult(parts, namespaces.contact, "trnData")),
};

export function encodeContactTransfer(transfer: ContactTransferResult): XmlElement {
  return contactElement("trnData", {}, [
    encodeContactId(transfer.id),
    ...encodeTransferState(namespaces.contact, transfer),
  ]);
}

export function decodeContactTransfer(item: XmlElement): ContactTransferResult {
  return { id: decodeContactId(item), ...decodeTransferState(item) };
}
