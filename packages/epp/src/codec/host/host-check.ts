import { namespaces } from "../../namespaces.ts";
import { decodeCheckData, encodeCheckData } from "../check-data.ts";
import { EppCodecError } from "../codec-error.ts";
import type { CommandCodec } from "../command-codec.ts";
import { objectOf, requiredResult, wrapObject } from "../object-command.ts";
import { assertShape, childrenNamed, tokenBetween } from "../read.ts";
import { encodeHostName, hostElement } from "./host-parts.ts";

/** Checks whether hosts can be created with these names (RFC 5732 section 3.1.1). */
export type HostCheckCommand = {
  type: "host:check";
  names: string[];
};

export type HostCheckResult = {
  hosts: HostAvailability[];
};

export type HostAvailability = {
  name: string;
  available: boolean;
  /** The reason if it isn't available; at most 32 characters. */
  reason?: string;
};

export const hostCheck: CommandCodec<HostCheckCommand, HostCheckResult> = {
  type: "host:check",
  verb: "check",
  objectUri: namespaces.host,
  extensionUris: [],
  changes: () => false,

  encodeCommand({ names }) {
    if (names.length === 0) {
      throw new EppCodecError(2003, "a check needs a name");
    }
    return wrapObject(hostElement("check", {}, names.map(encodeHostName)));
  },

  decodeCommand({ verb }) {
    const item = objectOf(verb);
    assertShape(item, ["name"]);
    const names = childrenNamed(item, "name").map((name) => tokenBetween(name, 1, 255));
    if (names.length === 0) {
      throw new EppCodecError(2003, "a check needs a name");
    }
    return { type: "host:check", names };
  },

  encodeResult: ({ hosts }) => ({
    resData: [
      encodeCheckData(
        namespaces.host,
        "name",
        hosts.map(({ name, ...rest }) => ({ key: name, ...rest })),
      ),
    ],
    extensions: [],
  }),

  decodeResult(parts) {
    const items = decodeCheckData(requiredResult(parts, namespaces.host, "chkData"), "name");
    return { hosts: items.map(({ key, ...rest }) => ({ name: key, ...rest })) };
  },
};
