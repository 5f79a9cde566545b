import { namespaces } from "../../namespaces.ts";
import { tokenOf, type XmlElement } from "../../xml/element.ts";
import { EppCodecError } from "../codec-error.ts";
import type { CommandCodec } from "../command-codec.ts";
import {
  decodeFeeAgreement,
  decodeFeeCharged,
  encodeFeeAgreement,
  encodeFeeCharged,
  type FeeAgreement,
  type FeeCharged,
} from "../extensions/fee.ts";
import { findElement, objectOf, requiredResult, wrapObject } from "../object-command.ts";
import { assertShape, optionalDateTime, requiredChild, writeDateTime } from "../read.ts";
import {
  decodeName,
  decodePeriod,
  domainElement,
  encodeName,
  encodePeriod,
  type Period,
} from "./domain-parts.ts";

/**
 * Extends a domain's registration (RFC 5731 section 3.2.3). The current expiry date makes a repeated command
 * harmless: if the server has already renewed the domain, it responds with 2306.
 */
export type DomainRenewCommand = {
  type: "domain:renew";
  name: string;
  /** The current expiry date in UTC, as `YYYY-MM-DD`. */
  currentExpiryDate: string;
  period?: Period;
  /** The price that the client accepts (RFC 8748 section 5.2.3). */
  fee?: FeeAgreement;
};

export type DomainRenewResult = {
  name: string;
  expiresAt?: Date;
  fee?: FeeCharged;
};

function checkDate(text: string): string {
  const value = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  if (value === undefined || Number.isNaN(value.getTime()) || value.toISOString().slice(0, 10) !== text) {
    throw new EppCodecError(2005, "a date is YYYY-MM-DD");
  }
  return text;
}

export const domainRenew: CommandCodec<DomainRenewCommand, DomainRenewResult> = {
  type: "domain:renew",
  verb: "renew",
  objectUri: namespaces.domain,
  extensionUris: [namespaces.fee],
  changes: () => true,

  encodeCommand(command) {
    return wrapObject(
      domainElement("renew", {}, [
        encodeName(command.name),
        domainElement("curExpDate", {}, [checkDate(command.currentExpiryDate)]),
        encodePeriod(namespaces.domain, command.period),
      ]),
      [command.fee && encodeFeeAgreement("renew", command.fee)],
    );
  },

  decodeCommand({ verb, extensions }) {
    const item = objectOf(verb);
    assertShape(item, ["name", "curExpDate", "period"]);
    const period = decodePeriod(item);
    const fee = findElement(extensions, namespaces.fee, "renew");
    return {
      type: "domain:renew",
      name: decodeName(item),
      // An XML Schema date may have a time zone, which doesn't matter here.
      currentExpiryDate: checkDate(
        tokenOf(requiredChild(item, "curExpDate")).replace(/(Z|[+-]\d{2}:\d{2})$/, ""),
      ),
      ...(period && { period }),
      ...(fee && { fee: decodeFeeAgreement(fee) }),
    };
  },

  encodeResult(result) {
    return {
      resData: [encodeDomainRenewal(result)],
      extensions: result.fee ? [encodeFeeCharged("renData", result.fee)] : [],
    };
  },

  decodeResult(parts) {
    const fee = findElement(parts.extensions, namespaces.fee, "renData");
    return {
      ...decodeDomainRenewal(requiredResult(parts, namespaces.domain, "renData")),
      ...(fee && { fee: decodeFeeCharged(fee) }),
    };
  },
};

export function encodeDomainRenewal(result: DomainRenewResult): XmlElement {
  return domainElement("renData", {}, [
    encodeName(result.name),
    result.expiresAt && domainElement("exDate", {}, [writeDateTime(result.expiresAt)]),
  ]);
}

export function decodeDomainRenewal(item: XmlElement): DomainRenewResult {
  const expiresAt = optionalDateTime(item, "exDate");
  return { name: decodeName(item), ...(expiresAt && { expiresAt }) };
}
