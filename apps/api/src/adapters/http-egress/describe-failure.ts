import { errors } from "undici";

/** An attempt refused before anything was sent; its message is shown to the receiver's developer. */
export class EgressRefusedError extends Error {
  override readonly name = "EgressRefusedError";
}

const textOfCode: Record<string, string> = {
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection closed before a response",
  EPIPE: "connection closed before a response",
  UND_ERR_SOCKET: "connection closed before a response",
  EHOSTUNREACH: "host is unreachable",
  ENETUNREACH: "host is unreachable",
  EADDRNOTAVAIL: "host is unreachable",
  ENOTFOUND: "name does not resolve",
  ENODATA: "name does not resolve",
  EAI_AGAIN: "name does not resolve (DNS did not respond)",
  EAI_FAIL: "name does not resolve (DNS failed)",
  ETIMEDOUT: "connection timed out",
  UND_ERR_CONNECT_TIMEOUT: "connection timed out",
  UND_ERR_HEADERS_OVERFLOW: "response headers are too large",
};

const certificateCode =
  /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA)/;

function codesOf(error: unknown): string[] {
  if (typeof error !== "object" || error === null) {
    return [];
  }
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  const cause = "cause" in error ? codesOf(error.cause) : [];
  return [...own, ...inner, ...cause];
}

/** Explains a missing response in one line, for the receiver's developer, without addresses or secrets. */
export function describeFailure(error: unknown): string {
  if (error instanceof EgressRefusedError) {
    return error.message;
  }
  const codes = codesOf(error);
  for (const code of codes) {
    const text = textOfCode[code];
    if (text) {
      return text;
    }
    if (certificateCode.test(code)) {
      return `TLS certificate is not valid (${code})`;
    }
    if (code === "EPROTO" || code.startsWith("ERR_SSL_")) {
      return `TLS handshake failed (${code})`;
    }
    if (code.startsWith("HPE_")) {
      return `response is not valid HTTP (${code})`;
    }
  }
  if (error instanceof errors.HTTPParserError) {
    return "response is not valid HTTP";
  }
  return codes[0] ? `request failed (${codes[0]})` : "request failed";
}
