import { namespaces } from "../../namespaces.ts";
import { element, textOf, tokenOf, type XmlElement } from "../../xml/element.ts";
import { EppCodecError } from "../codec-error.ts";
import type { CommandCodec } from "../command-codec.ts";
import {
  decodeLoginEvents,
  decodeLoginSecurity,
  encodeLoginEvents,
  encodeLoginSecurity,
  type LoginEvent,
  loginSecurityPlaceholder,
  type UserAgent,
} from "../extensions/login-security.ts";
import { findElement } from "../object-command.ts";
import {
  assertShape,
  checkLength,
  childrenNamed,
  optionalChild,
  requiredChild,
  tokenBetween,
} from "../read.ts";

/** Opens a session (RFC 5730 section 2.9.1.1). */
export type LoginCommand = {
  type: "login";
  /** 3 to 16 characters */
  clientId: string;
  /** 6 to 16 characters. A longer one is sent in the login security extension (RFC 8807 section 4.1). */
  password: string;
  /** Same rules as `password`. Replaces the password if the login succeeds. */
  newPassword?: string;
  /** Requires the login security extension (RFC 8807 section 4.1). */
  userAgent?: UserAgent;
  version: string;
  language: string;
  objectUris: string[];
  extensionUris: string[];
};

export type LoginResult = {
  /** Warnings, such as a password that expires soon, and the reasons of a failed login (RFC 8807 section 4.1). */
  events: LoginEvent[];
};

function eppElement(name: string, children: Parameters<typeof element>[3] = []) {
  return element(namespaces.epp, name, {}, children);
}

const longestPlainPassword = 16;

function isLong(password: string | undefined): boolean {
  return password !== undefined && [...password].length > longestPlainPassword;
}

function encodePassword(name: "pw" | "newPW", password: string): XmlElement {
  if (password === loginSecurityPlaceholder) {
    throw new EppCodecError(2005, `<${name}> takes another password`);
  }
  const value = isLong(password) ? loginSecurityPlaceholder : password;
  return eppElement(name, [checkLength(name, value, 6, longestPlainPassword)]);
}

export const login: CommandCodec<LoginCommand, LoginResult | undefined> = {
  type: "login",
  verb: "login",
  extensionUris: [namespaces.loginSec],
  extensionNames: { [namespaces.loginSec]: "loginSec" },
  changes: () => false,

  encodeCommand(command) {
    const { password, newPassword, userAgent } = command;
    const security = encodeLoginSecurity({
      ...(userAgent && { userAgent }),
      ...(isLong(password) && { password }),
      ...(newPassword !== undefined && isLong(newPassword) && { newPassword }),
    });
    return {
      verb: eppElement("login", [
        eppElement("clID", [checkLength("clID", command.clientId, 3, 16)]),
        encodePassword("pw", password),
        newPassword === undefined ? undefined : encodePassword("newPW", newPassword),
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
      extensions: security ? [security] : [],
    };
  },

  decodeCommand({ verb, extensions }) {
    assertShape(verb, ["clID", "pw", "newPW", "options", "svcs"]);
    const newPassword = optionalChild(verb, "newPW");
    const options = requiredChild(verb, "options");
    const services = requiredChild(verb, "svcs");
    assertShape(services, ["objURI", "svcExtension"]);
    const objectUris = childrenNamed(services, "objURI").map(tokenOf);
    if (objectUris.length === 0) {
      throw new EppCodecError(2003, "<svcs> needs <objURI>");
    }
    const offered = optionalChild(services, "svcExtension");
    const found = findElement(extensions, namespaces.loginSec, "loginSec");
    const security = found ? decodeLoginSecurity(found) : {};
    return {
      type: "login",
      clientId: tokenBetween(requiredChild(verb, "clID"), 3, 16),
      password: passwordOf(requiredChild(verb, "pw"), security.password),
      ...(newPassword
        ? { newPassword: passwordOf(newPassword, security.newPassword) }
        : refuseStray("newPW", security.newPassword)),
      ...(security.userAgent && { userAgent: security.userAgent }),
      version: tokenOf(requiredChild(options, "version")),
      language: textOf(requiredChild(options, "lang")).trim(),
      objectUris,
      extensionUris: offered ? childrenNamed(offered, "extURI").map(tokenOf) : [],
    };
  },

  encodeResult: (result) => ({ resData: [], extensions: encodeLoginEvents(result?.events ?? []) }),

  decodeResult({ extensions }) {
    const data = findElement(extensions, namespaces.loginSec, "loginSecData");
    return data && { events: decodeLoginEvents(data) };
  },
};

/** The password of the login, or the one that its placeholder refers to (RFC 8807 section 4.1). */
function passwordOf(item: XmlElement, inExtension: string | undefined): string {
  const password = tokenBetween(item, 6, longestPlainPassword);
  if (password !== loginSecurityPlaceholder) {
    refuseStray(item.name, inExtension);
    return password;
  }
  if (inExtension === undefined) {
    throw new EppCodecError(2003, `the extension lacks the <${item.name}> that the login points to`);
  }
  return inExtension;
}

function refuseStray(name: string, inExtension: string | undefined): Record<string, never> {
  if (inExtension === undefined) {
    return {};
  }
  throw new EppCodecError(2001, `<${name}> of the extension needs ${loginSecurityPlaceholder} in the login`);
}
