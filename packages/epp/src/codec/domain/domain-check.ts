import { namespaces } from "../../namespaces.ts";
import { tokenOf } from "../../xml/element.ts";
import { EppCodecError } from "../codec-error.ts";
import type { CommandCodec } from "../command-codec.ts";
import {
  decodeFeeQuery,
  decodeFeeQuote,
  encodeFeeQuery,
  encodeFeeQuote,
  type FeeQuery,
  type FeeQuote,
} from "../extensions/fee.ts";
import { findElement, objectOf, requiredResult, wrapObject } from "../object-command.ts";
import { assertShape, booleanOf, checkLength, childrenNamed, optionalToken, requiredChild } from "../read.ts";
import { domainElement, encodeName } from "./domain-parts.ts";

/** Checks whether names can be registered (RFC 5731 section 3.1.1), and their prices (RFC 8748 section 5.1.1). */
export type DomainCheckCommand = {
  type: "domain:check";
  names: string[];
  fee?: FeeQuery;
};

export type DomainCheckResult = {
  domains: DomainAvailability[];
  /** Absent if no prices were requested, or the server has none. */
  fee?: FeeQuote;
};

export type DomainAvailability = {
  name: string;
  available: boolean;
  /** The reason if it isn't available; at most 32 characters. */
  reason?: string;
};

export const domainCheck: CommandCodec<DomainCheckCommand, DomainCheckResult> = {
  type: "domain:check",
  verb: "check",
  objectUri: namespaces.domain,
  extensionUris: [namespaces.fee],
  changes: () => false,

  encodeCommand(command) {
    if (command.names.length === 0) {
      throw new EppCodecError(2003, "a check needs a name");
    }
    return wrapObject(domainElement("check", {}, command.names.map(encodeName)), [
      command.fee && encodeFeeQuery(command.fee),
    ]);
  },

  decodeCommand({ verb, extensions }) {
    const item = objectOf(verb);
    assertShape(item, ["name"]);
    const names = childrenNamed(item, "name").map((name) => checkLength("name", tokenOf(name), 1, 255));
    if (names.length === 0) {
      throw new EppCodecError(2003, "a check needs a name");
    }
    const fee = findElement(extensions, namespaces.fee, "check");
    return { type: "domain:check", names, ...(fee && { fee: decodeFeeQuery(fee) }) };
  },

  encodeResult(result) {
    return {
      resData: [
        domainElement(
          "chkData",
          {},
          result.domains.map((domain) =>
            domainElement("cd", {}, [
              domainElement("name", { avail: domain.available ? "1" : "0" }, [domain.name]),
              domain.reason === undefined
                ? undefined
                : domainElement("reason", {}, [checkLength("reason", domain.reason, 1, 32)]),
            ]),
          ),
        ),
      ],
      extensions: result.fee ? [encodeFeeQuote(result.fee)] : [],
    };
  },

  decodeResult(parts) {
    const fee = findElement(parts.extensions, namespaces.fee, "chkData");
    return {
      domains: childrenNamed(requiredResult(parts, namespaces.domain, "chkData"), "cd").map((item) => {
        const name = requiredChild(item, "name");
        const reason = optionalToken(item, "reason");
        return {
          name: tokenOf(name),
          available: booleanOf("avail", name.attributes.avail ?? ""),
          ...(reason !== undefined && { reason }),
        };
      }),
      ...(fee && { fee: decodeFeeQuote(fee) }),
    };
  },
};
