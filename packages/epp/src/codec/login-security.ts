import { namespaces } from "../namespaces.ts";
import { element, textOf, type XmlElement } from "../xml/element.ts";
import { EppCodecError } from "./codec-error.ts";
import {
  assertShape,
  checkLength,
  childrenNamed,
  optionalChild,
  optionalToken,
  tokenBetween,
  withoutAbsent,
  writeDateTime,
} from "./read.ts";

/** Stands in `<pw>` or `<newPW>` for a password that the extension carries; no password itself (RFC 8807 section 4.1). */
export const loginSecurityPlaceholder = "[LOGIN-SECURITY]";

/** What program logs in, so that the server can say what is wrong with it (RFC 8807 section 4.1). At least one. */
export type UserAgent = {
  /** Name and version of the client. */
  application?: string;
  /** What it is built on. */
  technology?: string;
  operatingSystem?: string;
};

/** What a login event is about (RFC 8807 section 3.1). */
export const loginEventTypes = [
  "password",
  "certificate",
  "cipher",
  "tlsProtocol",
  "newPW",
  "stat",
  "custom",
] as const;

export type LoginEventType = (typeof loginEventTypes)[number];

/** What a server has to say about a login's security (RFC 8807 section 3.1), such as a password near its end. */
export type LoginEvent = {
  type: LoginEventType;
  /** The name of a statistic or of a custom event. */
  name?: string;
  level: "warning" | "error";
  /** When the password or certificate expires. */
  expiresAt?: Date;
  value?: string;
  /** ISO 8601: the time that a statistic covers. */
  duration?: string;
  /** For people to read. */
  text?: string;
};

/** The parts of `<loginSec:loginSec>`. */
export type LoginSecurity = {
  userAgent?: UserAgent;
  password?: string;
  newPassword?: string;
};

function loginSecElement(
  name: string,
  attributes: Record<string, string | undefined> = {},
  children: readonly (XmlElement | string | undefined)[] = [],
): XmlElement {
  return element(namespaces.loginSec, name, attributes, children);
}

function encodeText(name: string, value: string | undefined): XmlElement | undefined {
  return value === undefined ? undefined : loginSecElement(name, {}, [value]);
}

function encodePassword(name: string, value: string | undefined): XmlElement | undefined {
  if (value === undefined) {
    return undefined;
  }
  return loginSecElement(name, {}, [checkLength(name, value, 6, Number.POSITIVE_INFINITY)]);
}

/** `<loginSec:loginSec>` of a login (RFC 8807 section 4.1); absent when there is nothing for it to say. */
export function encodeLoginSecurity(security: LoginSecurity): XmlElement | undefined {
  const { userAgent, password, newPassword } = security;
  const agent =
    userAgent &&
    loginSecElement("userAgent", {}, [
      encodeText("app", userAgent.application),
      encodeText("tech", userAgent.technology),
      encodeText("os", userAgent.operatingSystem),
    ]);
  if (agent && agent.children.length === 0) {
    throw new EppCodecError(2003, "<userAgent> is empty");
  }
  const parts = [agent, encodePassword("pw", password), encodePassword("newPW", newPassword)];
  return parts.some((part) => part !== undefined) ? loginSecElement("loginSec", {}, parts) : undefined;
}

export function decodeLoginSecurity(item: XmlElement): LoginSecurity {
  assertShape(item, ["userAgent", "pw", "newPW"]);
  const agent = optionalChild(item, "userAgent");
  const password = optionalChild(item, "pw");
  const newPassword = optionalChild(item, "newPW");
  if (agent) {
    assertShape(agent, ["app", "tech", "os"]);
  }
  return withoutAbsent({
    userAgent:
      agent &&
      withoutAbsent({
        application: optionalToken(agent, "app"),
        technology: optionalToken(agent, "tech"),
        operatingSystem: optionalToken(agent, "os"),
      }),
    password: password && tokenBetween(password, 6, Number.POSITIVE_INFINITY),
    newPassword: newPassword && tokenBetween(newPassword, 6, Number.POSITIVE_INFINITY),
  });
}

/** `<loginSec:loginSecData>` of the answer to a login (RFC 8807 section 4.1). */
export function encodeLoginEvents(events: readonly LoginEvent[]): XmlElement[] {
  if (events.length === 0) {
    return [];
  }
  return [
    loginSecElement(
      "loginSecData",
      {},
      events.map((event) =>
        loginSecElement(
          "event",
          {
            type: event.type,
            name: event.name,
            level: event.level,
            exDate: event.expiresAt && writeDateTime(event.expiresAt),
            value: event.value,
            duration: event.duration,
          },
          [event.text],
        ),
      ),
    ),
  ];
}

/** Passes over events of a type that RFC 8807 does not know. */
export function decodeLoginEvents(item: XmlElement): LoginEvent[] {
  return childrenNamed(item, "event").flatMap((event) => {
    const { name, level, exDate, value, duration } = event.attributes;
    const type = loginEventTypes.find((known) => known === event.attributes.type);
    if (type === undefined || (level !== "warning" && level !== "error")) {
      return [];
    }
    const expiresAt = exDate === undefined ? undefined : new Date(exDate.trim());
    const text = textOf(event).trim();
    return {
      type,
      level,
      ...withoutAbsent({
        name,
        // A warning with a date that cannot be read is still a warning.
        expiresAt: expiresAt && Number.isNaN(expiresAt.getTime()) ? undefined : expiresAt,
        value,
        duration,
        text: text === "" ? undefined : text,
      }),
    };
  });
}
