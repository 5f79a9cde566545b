import { errors } from "undici";
import type { FailureStage } from "../../modules/webhooks/ports.ts";

export type Failure = { stage: FailureStage; error: string };

/** The phase of a connection, from the lookup of its name on. */
export type ConnectionPhase = "dns" | "connect" | "tls" | "open";

/** An attempt that we end ourselves; its message is shown to the receiver's developer. */
export class EgressError extends Error {
  override readonly name = "EgressError";
  readonly stage: FailureStage;

  constructor(stage: FailureStage, message: string) {
    super(message);
    this.stage = stage;
  }
}

export const privateAddress: Failure = { stage: "blocked", error: "address is private" };

const unresolved = "name does not resolve";
const unreachable = "host is unreachable";
const closedEarly = "connection closed before a response";

const dnsTexts: Record<string, string> = {
  ENOTFOUND: unresolved,
  ENODATA: unresolved,
  EAI_AGAIN: "name does not resolve: its nameservers did not answer",
  ETIMEOUT: "name does not resolve: its nameservers did not answer",
  ECONNREFUSED: "name does not resolve: no resolver can be reached",
  EAI_FAIL: "name does not resolve: its nameservers answered with a failure",
  ESERVFAIL: "name does not resolve: its nameservers answered with a failure",
};

const connectTexts: Record<string, string> = {
  ECONNREFUSED: "connection refused",
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unreachable,
  ETIMEDOUT: "connection timed out",
};

const unknownAuthority = "TLS certificate is from an unknown authority, or its chain is incomplete";

const tlsTexts: Record<string, string> = {
  CERT_HAS_EXPIRED: "TLS certificate has expired",
  CERT_NOT_YET_VALID: "TLS certificate is not valid yet",
  CERT_REVOKED: "TLS certificate has been revoked",
  DEPTH_ZERO_SELF_SIGNED_CERT: "TLS certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "TLS certificate is from a private authority",
  // A missing intermediate certificate and a private authority look the same.
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: "TLS certificate is for another hostname",
  ECONNRESET: "connection closed during the TLS handshake",
  EPIPE: "connection closed during the TLS handshake",
};

const responseTexts: Record<string, string> = {
  ECONNRESET: closedEarly,
  EPIPE: closedEarly,
  ETIMEDOUT: "connection lost before a response",
  UND_ERR_SOCKET: closedEarly,
  UND_ERR_HEADERS_OVERFLOW: "response headers are larger than 16 KiB",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH:
    "response is not valid HTTP: its body is not as long as Content-Length",
};

const handshakeRefused =
  "server refused the TLS handshake: no cipher in common, or it requires a client certificate";

/** In TLS 1.3, the server's alert arrives after the handshake has ended for the client. */
const tlsAlertTexts: Record<string, string> = {
  ERR_SSL_WRONG_VERSION_NUMBER: "server doesn't speak TLS on this port",
  ERR_SSL_UNSUPPORTED_PROTOCOL: "server doesn't support TLS 1.2 or later",
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: "server doesn't support TLS 1.2 or later",
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: handshakeRefused,
  "ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE": handshakeRefused,
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: "server requires a client certificate",
};

/** Of file descriptors or memory, in this process or its machine. */
const ownShortages = new Set(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM"]);

const textsOfPhase = {
  dns: dnsTexts,
  connect: connectTexts,
  tls: { ...tlsTexts, ...tlsAlertTexts },
  open: responseTexts,
};

const certificateCode =
  /^(?:CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_)/;

function codesOf(error: unknown): string[] {
  if (typeof error !== "object" || error === null) {
    return [];
  }
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  const cause = "cause" in error ? codesOf(error.cause) : [];
  return [...own, ...inner, ...cause];
}

function textOf(error: unknown, phase: ConnectionPhase): string {
  const codes = codesOf(error);
  const texts: Record<string, string> = textsOfPhase[phase];
  const known = codes.map((code) => texts[code]).find((text) => text !== undefined);
  // A server may only switch protocols if the request asked for it.
  if (error instanceof errors.SocketError && error.message === "bad upgrade") {
    return "response is not valid HTTP: unexpected status 101";
  }
  if (known) {
    return known;
  }
  const [code] = codes;
  if (phase === "tls") {
    const what = code && certificateCode.test(code) ? "TLS certificate is not valid" : "TLS handshake failed";
    return code ? `${what} (${code})` : what;
  }
  if (phase === "open" && (error instanceof errors.HTTPParserError || code?.startsWith("HPE_"))) {
    return code ? `response is not valid HTTP (${code})` : "response is not valid HTTP";
  }
  return code ? `request failed (${code})` : "request failed";
}

/**
 * Explains in one line, for the receiver's developer, why there is no response; without addresses or secrets.
 * @param hasBegun whether a part of the response had arrived
 */
export function failureOf(error: unknown, phase: ConnectionPhase, hasBegun: boolean): Failure {
  if (error instanceof EgressError) {
    return { stage: error.stage, error: error.message };
  }
  if (error instanceof errors.InvalidArgumentError) {
    return { stage: "internal", error: "request could not be built" };
  }
  if (codesOf(error).some((code) => ownShortages.has(code))) {
    return { stage: "internal", error: "no connection could be opened on our side" };
  }
  const isTlsAlert = codesOf(error).some((code) => code.startsWith("ERR_SSL_"));
  const reached = isTlsAlert ? "tls" : phase;
  const text = textOf(error, reached);
  return {
    stage: reached === "open" ? "response" : reached,
    error: hasBegun && text === closedEarly ? "connection closed within the response headers" : text,
  };
}

/** @param hasBegun whether a part of the response had arrived */
export function failureOfTimeout(phase: ConnectionPhase, hasBegun: boolean, timeoutMs: number): Failure {
  const within = `within ${timeoutMs / 1000} s`;
  switch (phase) {
    case "dns":
      return { stage: "dns", error: `name did not resolve ${within}` };
    case "connect":
      return { stage: "connect", error: `no connection ${within}` };
    case "tls":
      return { stage: "tls", error: `TLS handshake did not finish ${within}` };
    case "open":
      return {
        stage: "timeout",
        error: hasBegun ? `response headers did not end ${within}` : `no response ${within}`,
      };
  }
}
