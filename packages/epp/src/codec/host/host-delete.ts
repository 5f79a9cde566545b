import { namespaces } from "../../namespaces.ts";
import type { CommandCodec } from "../command-codec.ts";
import { objectOf, wrapObject } from "../object-command.ts";
import { assertShape } from "../read.ts";
import { decodeHostName, encodeHostName, hostElement } from "./host-parts.ts";

/** Deletes a host; fails with 2305 while a domain is delegated to it (RFC 5732 section 3.2.2). */
export type HostDeleteCommand = {
  type: "host:delete";
  name: string;
};

export const hostDelete: CommandCodec<HostDeleteCommand, undefined> = {
  type: "host:delete",
  verb: "delete",
  objectUri: namespaces.host,
  extensionUris: [],
  changes: () => true,
  encodeCommand: ({ name }) => wrapObject(hostElement("delete", {}, [encodeHostName(name)])),
  decodeCommand({ verb }) {
    const item = objectOf(verb);
    assertShape(item, ["name"]);
    return { type: "host:delete", name: decodeHostName(item) };
  },
  encodeResult: () => ({ resData: [], extensions: [] }),
  decodeResult: () => undefined,
};
