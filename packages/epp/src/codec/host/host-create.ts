import { namespaces } from "../../namespaces.ts";
import type { CommandCodec } from "../command-codec.ts";
import type { HostAddress } from "../domain/domain-parts.ts";
import { objectOf, requiredResult, wrapObject } from "../object-command.ts";
import { assertShape, dateTimeOf, requiredChild, writeDateTime } from "../read.ts";
import {
  decodeAddresses,
  decodeHostName,
  encodeAddresses,
  encodeHostName,
  hostElement,
} from "./host-parts.ts";

/**
 * Creates a host (RFC 5732 section 3.2.1). Only hosts below a domain of the same registry have addresses, which the
 * registry publishes as glue.
 */
export type HostCreateCommand = {
  type: "host:create";
  name: string;
  addresses?: HostAddress[];
};

export type HostCreateResult = {
  name: string;
  createdAt: Date;
};

export const hostCreate: CommandCodec<HostCreateCommand, HostCreateResult> = {
  type: "host:create",
  verb: "create",
  objectUri: namespaces.host,
  extensionUris: [],
  changes: () => true,

  encodeCommand: ({ name, addresses }) =>
    wrapObject(hostElement("create", {}, [encodeHostName(name), ...encodeAddresses(addresses)])),

  decodeCommand({ verb }) {
    const item = objectOf(verb);
    assertShape(item, ["name", "addr"]);
    const addresses = decodeAddresses(item);
    return { type: "host:create", name: decodeHostName(item), ...(addresses.length > 0 && { addresses }) };
  },

  encodeResult: ({ name, createdAt }) => ({
    resData: [
      hostElement("creData", {}, [
        encodeHostName(name),
        hostElement("crDate", {}, [writeDateTime(createdAt)]),
      ]),
    ],
    extensions: [],
  }),

  decodeResult(parts) {
    const item = requiredResult(parts, namespaces.host, "creData");
    return { name: decodeHostName(item), createdAt: dateTimeOf(requiredChild(item, "crDate")) };
  },
};
