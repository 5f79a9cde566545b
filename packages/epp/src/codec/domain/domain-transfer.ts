import { namespaces } from "../../namespaces.ts";
import type { XmlElement } from "../../xml/element.ts";
import { decodeAuthInfo, decodeAuthInfoRoid, encodeAuthInfo } from "../auth-info.ts";
import { EppCodecError } from "../codec-error.ts";
import type { CommandCodec, ResultParts } from "../command-codec.ts";
import {
  decodeFeeAgreement,
  decodeFeeCharged,
  encodeFeeAgreement,
  encodeFeeCharged,
  type FeeAgreement,
  type FeeCharged,
} from "../extensions/fee.ts";
import { findElement, objectOf, requiredResult, wrapObject } from "../object-command.ts";
import { assertShape, optionalDateTime, writeDateTime } from "../read.ts";
import {
  decodeTransferState,
  encodeTransferState,
  type TransferOperation,
  type TransferState,
  transferOperationOf,
} from "../transfer-data.ts";
import {
  decodeName,
  decodePeriod,
  domainElement,
  encodeName,
  encodePeriod,
  type Period,
} from "./domain-parts.ts";

/**
 * Requests, queries or ends the transfer of a domain from another client (RFC 5731 sections 3.1.3 and 3.2.4).
 * The requesting client may `cancel`; the sponsoring client may `approve` or `reject`.
 */
export type DomainTransferCommand = {
  type: "domain:transfer";
  operation: TransferOperation;
  name: string;
  /** The period that the transfer adds to the registration; only with `request`. */
  period?: Period;
  /** Required to request a transfer. Allows a third client to query one. */
  authInfo?: string;
  /** The contact or registrant that `authInfo` belongs to, if it isn't the domain's own. */
  authInfoRoid?: string;
  /** The price that the client accepts (RFC 8748 section 5.2.4); only with `request`. */
  fee?: FeeAgreement;
};

export interface DomainTransferResult extends TransferState {
  name: string;
  /** The expiry date after the transfer. */
  expiresAt?: Date;
  fee?: FeeCharged;
}

export const domainTransfer: CommandCodec<DomainTransferCommand, DomainTransferResult> = {
  type: "domain:transfer",
  verb: "transfer",
  objectUri: namespaces.domain,
  extensionUris: [namespaces.fee],
  changes: (command) => command.operation !== "query",

  encodeCommand(command) {
    const { operation, name, period, authInfo, authInfoRoid, fee } = command;
    assertForRequest(operation, { period, fee });
    const { verb, extensions } = wrapObject(
      domainElement("transfer", {}, [
        encodeName(name),
        encodePeriod(namespaces.domain, period),
        encodeAuthInfo(authInfo, { roid: authInfoRoid }),
      ]),
      [fee && encodeFeeAgreement("transfer", fee)],
    );
    return { verb: { ...verb, attributes: { op: operation } }, extensions };
  },

  decodeCommand({ verb, extensions }) {
    const operation = transferOperationOf(verb);
    const item = objectOf(verb);
    assertShape(item, ["name", "period", "authInfo"]);
    const period = decodePeriod(item);
    const authInfo = decodeAuthInfo(item);
    const authInfoRoid = decodeAuthInfoRoid(item);
    const fee = findElement(extensions, namespaces.fee, "transfer");
    assertForRequest(operation, { period, fee });
    return {
      type: "domain:transfer",
      operation,
      name: decodeName(item),
      ...(period && { period }),
      ...(typeof authInfo === "string" && { authInfo }),
      ...(authInfoRoid !== undefined && { authInfoRoid }),
      ...(fee && { fee: decodeFeeAgreement(fee) }),
    };
  },

  encodeResult: encodeDomainTransfer,

  decodeResult(parts) {
    return decodeDomainTransfer(requiredResult(parts, namespaces.domain, "trnData"), parts.extensions);
  },
};

function assertForRequest(operation: TransferOperation, parts: { period?: unknown; fee?: unknown }): void {
  if (operation !== "request" && (parts.period !== undefined || parts.fee !== undefined)) {
    throw new EppCodecError(2102, "a period and a price belong to the request for a transfer");
  }
}

export function encodeDomainTransfer(transfer: DomainTransferResult): ResultParts {
  return {
    resData: [
      domainElement("trnData", {}, [
        encodeName(transfer.name),
        ...encodeTransferState(namespaces.domain, transfer),
        transfer.expiresAt && domainElement("exDate", {}, [writeDateTime(transfer.expiresAt)]),
      ]),
    ],
    extensions: transfer.fee ? [encodeFeeCharged("trnData", transfer.fee)] : [],
  };
}

export function decodeDomainTransfer(
  item: XmlElement,
  extensions: readonly XmlElement[],
): DomainTransferResult {
  const expiresAt = optionalDateTime(item, "exDate");
  const fee = findElement(extensions, namespaces.fee, "trnData");
  return {
    name: decodeName(item),
    ...decodeTransferState(item),
    ...(expiresAt && { expiresAt }),
    ...(fee && { fee: decodeFeeCharged(fee) }),
  };
}
