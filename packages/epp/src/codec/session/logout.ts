import { namespaces } from "../../namespaces.ts";
import { element } from "../../xml/element.ts";
import type { CommandCodec } from "../command-codec.ts";
import { assertShape } from "../read.ts";

/** Ends a session; the server responds with 1500 and closes the connection (RFC 5730 section 2.9.1.2). */
export type LogoutCommand = {
  type: "logout";
};

export const logout: CommandCodec<LogoutCommand, undefined> = {
  type: "logout",
  verb: "logout",
  extensionUris: [],
  changes: () => false,
  encodeCommand: () => ({ verb: element(namespaces.epp, "logout"), extensions: [] }),
  decodeCommand({ verb }) {
    assertShape(verb, []);
    return { type: "logout" };
  },
  encodeResult: () => ({ resData: [], extensions: [] }),
  decodeResult: () => undefined,
};
