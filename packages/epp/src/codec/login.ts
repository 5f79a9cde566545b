import { namespaces } from "../namespaces.ts";
import { element, textOf, tokenOf } from "../xml/element.ts";
import { EppCodecError } from "./codec-error.ts";
import type { CommandCodec } from "./command-codec.ts";
import {
  assertShape,
  checkLength,
  childrenNamed,
  optionalChild,
  requiredChild,
  tokenBetween,
} from "./read.ts";

/** Opens a session (RFC 5730 section 2.9.1.1). */
export interface LoginCommand {
  type: "login";
  /** 3 to 16 characters */
  clientId: string;
  /** 6 to 16 characters */
  password: string;
  /** 6 to 16 characters; replaces the password when the login succeeds. */
  newPassword?: string;
  version: string;
  language: string;
  objectUris: string[];
  extensionUris: string[];
}

function eppElement(name: string, children: Parameters<typeof element>[3] = []) {
  return element(namespaces.epp, name, {}, children);
}

export const login: CommandCodec<LoginCommand, undefined> = {
  type: "login",
  verb: "login",
  extensionUris: [],
  changes: () => false,

  encodeCommand(command) {
    return {
      verb: eppElement("login", [
        eppElement("clID", [checkLength("clID", command.clientId, 3, 16)]),
        eppElement("pw", [checkLength("pw", command.password, 6, 16)]),
        command.newPassword === undefined
          ? undefined
          : eppElement("newPW", [checkLength("newPW", command.newPassword, 6, 16)]),
        eppElement("options", [
          eppElement("version", [command.version]),
          eppElement("lang", [command.language]),
        ]),
        eppElement("svcs", [
          ...command.objectUris.map((uri) => eppElement("objURI", [uri])),
          command.extensionUris.length === 0
            ? undefined
            : eppElement(
                "svcExtension",
                command.extensionUris.map((uri) => eppElement("extURI", [uri])),
              ),
        ]),
      ]),
      extensions: [],
    };
  },

  decodeCommand({ verb }) {
    assertShape(verb, ["clID", "pw", "newPW", "options", "svcs"]);
    const newPassword = optionalChild(verb, "newPW");
    const options = requiredChild(verb, "options");
    const services = requiredChild(verb, "svcs");
    assertShape(services, ["objURI", "svcExtension"]);
    const objectUris = childrenNamed(services, "objURI").map(tokenOf);
    if (objectUris.length === 0) throw new EppCodecError(2003, "<svcs> needs <objURI>");
    const extensions = optionalChild(services, "svcExtension");
    return {
      type: "login",
      clientId: tokenBetween(requiredChild(verb, "clID"), 3, 16),
      password: tokenBetween(requiredChild(verb, "pw"), 6, 16),
      ...(newPassword && { newPassword: tokenBetween(newPassword, 6, 16) }),
      version: tokenOf(requiredChild(options, "version")),
      language: textOf(requiredChild(options, "lang")).trim(),
      objectUris,
      extensionUris: extensions ? childrenNamed(extensions, "extURI").map(tokenOf) : [],
    };
  },

  encodeResult: () => ({ resData: [], extensions: [] }),
  decodeResult: () => undefined,
};
