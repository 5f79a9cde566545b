import { namespaces } from "../../namespaces.ts";
import type { CommandCodec } from "../command-codec.ts";
import { decodeFeeCharged, encodeFeeCharged, type FeeCharged } from "../extensions/fee.ts";
import { findElement, objectOf, wrapObject } from "../object-command.ts";
import { assertShape } from "../read.ts";
import { decodeName, domainElement, encodeName } from "./domain-parts.ts";

/**
 * Deletes a domain (RFC 5731 section 3.2.2). A response of 1001 means that the deletion is pending. At most
 * registries, that is the redemption period (RFC 3915), from which `domain:restore` recovers the domain.
 */
export type DomainDeleteCommand = {
  type: "domain:delete";
  name: string;
};

export type DomainDeleteResult = {
  /** The refund, if any; `credits` are negative (RFC 8748 section 5.2.2). */
  fee?: FeeCharged;
};

export const domainDelete: CommandCodec<DomainDeleteCommand, DomainDeleteResult> = {
  type: "domain:delete",
  verb: "delete",
  objectUri: namespaces.domain,
  extensionUris: [],
  changes: () => true,

  encodeCommand(command) {
    return wrapObject(domainElement("delete", {}, [encodeName(command.name)]));
  },

  decodeCommand({ verb }) {
    const item = objectOf(verb);
    assertShape(item, ["name"]);
    return { type: "domain:delete", name: decodeName(item) };
  },

  encodeResult: ({ fee }) => ({ resData: [], extensions: fee ? [encodeFeeCharged("delData", fee)] : [] }),

  decodeResult({ extensions }) {
    const fee = findElement(extensions, namespaces.fee, "delData");
    return fee ? { fee: decodeFeeCharged(fee) } : {};
  },
};
