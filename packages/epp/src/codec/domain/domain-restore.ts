import { namespaces } from "../../namespaces.ts";
import { childElements } from "../../xml/element.ts";
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
import {
  decodeRestore,
  decodeRgpStatuses,
  encodeRestore,
  encodeRgpStatuses,
  type RestoreReport,
  type RgpStatus,
} from "../extensions/rgp.ts";
import { findElement, objectOf, requiredExtension, wrapObject } from "../object-command.ts";
import { assertShape, optionalChild } from "../read.ts";
import { decodeName, domainElement, encodeName } from "./domain-parts.ts";

/**
 * Restores a deleted domain during its redemption period (RFC 3915 section 4.2.5): first the request, then the
 * report if the registry requires one. On the wire, it is an update with the grace period extension.
 */
export type DomainRestoreCommand = {
  type: "domain:restore";
  name: string;
  /** Absent in the request. */
  report?: RestoreReport;
  /** The price that the client accepts (RFC 8748 section 5.2.5: a restore is an update). */
  fee?: FeeAgreement;
};

export type DomainRestoreResult = {
  /** `pendingRestore` after a request that needs a report. Empty if the server doesn't return any. */
  rgpStatuses: RgpStatus[];
  fee?: FeeCharged;
};

export const domainRestore: CommandCodec<DomainRestoreCommand, DomainRestoreResult> = {
  type: "domain:restore",
  verb: "update",
  objectUri: namespaces.domain,
  markedBy: namespaces.rgp,
  extensionUris: [namespaces.rgp, namespaces.fee],
  changes: () => true,

  encodeCommand({ name, report, fee }) {
    return wrapObject(
      // RFC 3915 section 4.2.5: an empty <chg>, since RFC 5731 doesn't allow an empty update.
      domainElement("update", {}, [encodeName(name), domainElement("chg")]),
      [encodeRestore(report), fee && encodeFeeAgreement("update", fee)],
    );
  },

  decodeCommand({ verb, extensions }) {
    const item = objectOf(verb);
    assertShape(item, ["name", "add", "rem", "chg"]);
    for (const part of ["add", "rem", "chg"]) {
      const found = optionalChild(item, part);
      if (found && childElements(found).length > 0) {
        throw new EppCodecError(2102, "a restore changes nothing else");
      }
    }
    const report = decodeRestore(requiredExtension(extensions, namespaces.rgp, "update"));
    const fee = findElement(extensions, namespaces.fee, "update");
    return {
      type: "domain:restore",
      name: decodeName(item),
      ...(report && { report }),
      ...(fee && { fee: decodeFeeAgreement(fee) }),
    };
  },

  encodeResult: ({ rgpStatuses, fee }) => ({
    resData: [],
    extensions: [
      ...encodeRgpStatuses("upData", rgpStatuses),
      ...(fee ? [encodeFeeCharged("updData", fee)] : []),
    ],
  }),

  decodeResult({ extensions }) {
    const statuses = findElement(extensions, namespaces.rgp, "upData");
    const fee = findElement(extensions, namespaces.fee, "updData");
    return {
      rgpStatuses: statuses ? decodeRgpStatuses(statuses) : [],
      ...(fee && { fee: decodeFeeCharged(fee) }),
    };
  },
};
