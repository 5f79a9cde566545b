import { element, tokenOf, type XmlElement } from "../xml/element.ts";
import { EppCodecError } from "./codec-error.ts";
import { checkLength, dateTimeOf, requiredChild, writeDateTime } from "./read.ts";

/** The operations on a transfer (RFC 5730 section 2.9.3.4). */
export const transferOperations = ["request", "query", "cancel", "approve", "reject"] as const;

export type TransferOperation = (typeof transferOperations)[number];

/** The states of a transfer (RFC 5730 section 2.9.3.4). */
export const transferStatuses = [
  "clientApproved",
  "clientCancelled",
  "clientRejected",
  "pending",
  "serverApproved",
  "serverCancelled",
] as const;

export type TransferStatus = (typeof transferStatuses)[number];

/** The parts of `<trnData>` that domains and contacts share (RFC 5731 section 3.1.3, RFC 5733 section 3.1.3). */
export type TransferState = {
  status: TransferStatus;
  /** The client that requested the transfer. */
  requestedBy: string;
  requestedAt: Date;
  /** The client that decided or, while the transfer is pending, has to decide. */
  actedBy: string;
  /** The time of the decision or, while the transfer is pending, the deadline after which the server decides. */
  actedAt: Date;
};

export function transferOperationOf(verb: XmlElement): TransferOperation {
  const op = verb.attributes.op;
  if (op === undefined) {
    throw new EppCodecError(2003, "<transfer> needs op");
  }
  const operation = transferOperations.find((known) => known === op.trim());
  if (operation === undefined) {
    throw new EppCodecError(2005, `${op} is not an operation of <transfer>`);
  }
  return operation;
}

export function encodeTransferState(namespace: string, state: TransferState): XmlElement[] {
  const text = (name: string, value: string) => element(namespace, name, {}, [value]);
  return [
    text("trStatus", state.status),
    text("reID", checkLength("reID", state.requestedBy, 3, 16)),
    text("reDate", writeDateTime(state.requestedAt)),
    text("acID", checkLength("acID", state.actedBy, 3, 16)),
    text("acDate", writeDateTime(state.actedAt)),
  ];
}

export function decodeTransferState(item: XmlElement): TransferState {
  const word = tokenOf(requiredChild(item, "trStatus"));
  const status = transferStatuses.find((known) => known === word);
  if (status === undefined) {
    throw new EppCodecError(2005, "an unknown transfer status");
  }
  return {
    status,
    requestedBy: tokenOf(requiredChild(item, "reID")),
    requestedAt: dateTimeOf(requiredChild(item, "reDate")),
    actedBy: tokenOf(requiredChild(item, "acID")),
    actedAt: dateTimeOf(requiredChild(item, "acDate")),
  };
}
