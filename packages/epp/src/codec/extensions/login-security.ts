import { namespaces } from "../../namespaces.ts";
import { elementIn, textOf, type XmlElement } from "../../xml/element.ts";
import { EppCodecError } from "../codec-error.ts";
import {
  assertShape,
  checkLength,
  childrenNamed,
  optionalChild,
  optionalToken,
  tokenBetween,
  withoutAbsent,
  writeDateTime,
} from "../read.ts";

/** The placeholder in `<pw>` or `<newPW>` for a password in the extension (RFC 8807 section 4.1). */
export const loginSecurityPlaceholder = "[LOGIN-SECURITY]";

/** The client's software, so that the server can report problems with it (RFC 8807 section 4.1). At least one field. */
export type UserAgent = {
  /** Name and version of the client. */
  application?: string;
  /** The client's platform or language. */
  technology?: string;
  operatingSystem?: string;
};

/** The types of login events (RFC 8807 section 3.1). */
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

/** A security event of a login (RFC 8807 section 3.1), such as a password that expires soon. */
export type LoginEvent = {
  type: LoginEventType;
  /** The name of a statistic or a custom event. */
  name?: string;
  level: "warning" | "error";
  /** The expiry date of the password or certificate. */
  expiresAt?: Date;
  value?: string;
  /** The duration that a statistic covers, in ISO 8601. */
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

const loginSecElement = elementIn(namespaces.loginSec);

function encodeText(name: string, value: string | undefined): XmlElement | undefined {
  return value === undefined ? undefined : loginSecElement(name, {}, [value]);
}

function encodePassword(name: string, value: string | undefined): XmlElement | undefined {
  if (value === undefined) {
    return undefined;
  }
  return loginSecElement(name, {}, [checkLength(name, value, 6, Number.POSITIVE_INFINITY)]);
}

/** `<loginSec:loginSec>` of a login (RFC 8807 section 4.1); undefined if it would be empty. */
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

/** `<loginSec:loginSecData>` of a login response (RFC 8807 section 4.1). */
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

/** Skips events of a type that RFC 8807 doesn't define. */
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
        // A warning whose date isn't valid is still a warning.
        expiresAt: expiresAt && Number.isNaN(expiresAt.getTime()) ? undefined : expiresAt,
        value,
        duration,
        text: text === "" ? undefined : text,
      }),
    };
  });
}
