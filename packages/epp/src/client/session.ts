import { isIP } from "node:net";
import { encodeCommand } from "../codec/client-message.ts";
import { EppCodecError } from "../codec/codec-error.ts";
import { decodeResult } from "../codec/server-message.ts";
import type { LoginCommand } from "../codec/session/login.ts";
import { defaultMaxFrameBytes } from "../frames.ts";
import { namespaces } from "../namespaces.ts";
import { isSuccessCode } from "../result-codes.ts";
import { type Connection, openConnection } from "./connection.ts";
import { EppResultError } from "./errors.ts";
import type { EppClientOptions, EppLogEntry } from "./options.ts";

export const defaultRequestTimeoutMs = 15_000;
const defaultConnectTimeoutMs = 10_000;
const protocolVersion = "1.0";
const longestPlainPassword = 16;
const supportedObjectUris = [
  namespaces.domain,
  namespaces.contact,
  namespaces.host,
  namespaces.maintenance,
  namespaces.lowBalance,
  namespaces.balance,
];
const supportedExtensionUris = [
  namespaces.secDns,
  namespaces.fee,
  namespaces.rgp,
  namespaces.loginSec,
  namespaces.changePoll,
  namespaces.idn,
  namespaces.idnLang,
];

type SessionDetails = {
  onClose: (reason: string) => void;
  log: (entry: EppLogEntry) => void;
  /** Replaces the password if the login succeeds. */
  newPassword?: string;
  /** Called immediately before the login is sent. */
  onLogin?: () => void;
};

/** Connects and logs in (RFC 5730 section 2.9.1.1). Rejects with ExchangeFailure, EppResultError or EppCodecError. */
export async function openSession(
  options: EppClientOptions,
  clTRID: string,
  details: SessionDetails,
): Promise<Connection> {
  const { host, port } = options;
  const connection = await openConnection({
    tls: {
      minVersion: "TLSv1.2",
      ...(isIP(host) === 0 && { servername: host }),
      ...options.tls,
      host,
      port,
    },
    connectTimeoutMs: options.connectTimeoutMs ?? defaultConnectTimeoutMs,
    maxFrameBytes: options.maxFrameBytes ?? defaultMaxFrameBytes,
    onClose: details.onClose,
  });
  try {
    const login = encodeCommand(loginFor(options, connection, details.newPassword), clTRID);
    details.onLogin?.();
    const answer = await connection.exchange(login, options.requestTimeoutMs ?? defaultRequestTimeoutMs);
    if (answer.type !== "response") {
      throw new Error("the server answered the login with a greeting");
    }
    const { events } = decodeResult("login", answer.parts) ?? { events: [] };
    if (events.length > 0) {
      details.log({ event: "login_events", events });
    }
    if (!isSuccessCode(answer.results[0].code)) {
      throw new EppResultError(answer.results, answer);
    }
    return connection;
  } catch (error) {
    connection.destroy("the login failed");
    throw error;
  }
}

function loginFor(
  options: EppClientOptions,
  { greeting }: Connection,
  newPassword: string | undefined,
): LoginCommand {
  const { clientId, password, userAgent } = options;
  const offered = new Set(greeting.extensionUris);
  const offeredObjects = supportedObjectUris.filter((uri) => greeting.objectUris.includes(uri));
  const requestedUris = new Set(options.extensionUris ?? supportedExtensionUris);
  const isLong = [password, newPassword].some((word) => [...(word ?? "")].length > longestPlainPassword);
  if (isLong && !offered.has(namespaces.loginSec)) {
    throw new EppCodecError(2005, `the server takes passwords of ${longestPlainPassword} characters at most`);
  }
  // RFC 8807: a long password needs the extension, even if the caller left it out.
  if (isLong || userAgent) {
    requestedUris.add(namespaces.loginSec);
  }
  const extensionUris = [...requestedUris].filter((uri) => offered.has(uri));
  return {
    type: "login",
    clientId,
    password,
    ...(newPassword !== undefined && { newPassword }),
    ...(userAgent && offered.has(namespaces.loginSec) && { userAgent }),
    version: protocolVersion,
    language: "en",
    objectUris: options.objectUris ?? (offeredObjects.length > 0 ? offeredObjects : [namespaces.domain]),
    extensionUris,
  };
}
