import { expect, it } from "vitest";
import { failureOf } from "./failure.ts";

const withCode = (code: string) => Object.assign(new Error("secret detail"), { code });

// The failures that faults.test.ts and send.test.ts can't provoke reliably.
it.each([
  ["dns", "EAI_AGAIN", "dns", "name does not resolve: its nameservers did not answer"],
  ["dns", "ESERVFAIL", "dns", "name does not resolve: its nameservers answered with a failure"],
  ["connect", "EHOSTUNREACH", "connect", "host is unreachable"],
  ["connect", "ETIMEDOUT", "connect", "connection timed out"],
  ["connect", "EMFILE", "internal", "no connection could be opened on our side"],
  ["connect", "EACCES", "connect", "request failed (EACCES)"],
  ["tls", "CERT_NOT_YET_VALID", "tls", "TLS certificate is not valid yet"],
  [
    "tls",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "tls",
    "TLS certificate is from an unknown authority, or its chain is incomplete",
  ],
  ["tls", "CERT_SIGNATURE_FAILURE", "tls", "TLS certificate is not valid (CERT_SIGNATURE_FAILURE)"],
  ["tls", "ERR_SSL_BAD_EXTENSION", "tls", "TLS handshake failed (ERR_SSL_BAD_EXTENSION)"],
  ["open", "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "tls", "server requires a client certificate"],
  ["open", "ETIMEDOUT", "response", "connection lost before a response"],
] as const)("in phase %s, %s has the stage %s: %s", (phase, code, stage, error) => {
  expect(failureOf(withCode(code), phase, false)).toEqual({ stage, error });
});

it("finds the cause in the errors of several addresses", () => {
  const error = new AggregateError([withCode("ENETUNREACH"), withCode("ECONNREFUSED")]);
  expect(failureOf(error, "connect", false)).toEqual({ stage: "connect", error: "host is unreachable" });
});
