import { expect, it } from "vitest";
import { failureSentence } from "./failure-sentence.ts";

it.each([
  ["responded with 500", "Your receiver responded with 500."],
  [
    "redirects are not followed (302)",
    "Your receiver responded with a redirect (302). We don't follow redirects.",
  ],
  ["name does not resolve", "The hostname doesn't resolve."],
  [
    "name does not resolve: its nameservers did not answer",
    "The hostname doesn't resolve: its nameservers didn't answer.",
  ],
  ["name did not resolve within 15 s", "The hostname didn't resolve within 15 s."],
  ["address is private", "The address is private."],
  ["host is unreachable", "The host is unreachable."],
  ["connection refused", "Connection refused."],
  ["connection closed before a response", "Connection closed before a response."],
  ["no response within 15 s", "No response within 15 s."],
  ["response headers did not end within 15 s", "The response headers didn't end within 15 s."],
  ["request failed (EPROTO)", "The request failed (EPROTO)."],
  ["server doesn't speak TLS on this port", "The server doesn't speak TLS on this port."],
  ["TLS certificate has expired", "The TLS certificate has expired."],
  ["TLS handshake did not finish within 15 s", "The TLS handshake didn't finish within 15 s."],
  ["TLS handshake failed (ERR_SSL_X)", "The TLS handshake failed (ERR_SSL_X)."],
  ["URL refused: Use https.", "The URL was refused: Use https."],
  ["the response can't be stored", "The response can't be stored."],
  ["something added later", "Something added later."],
  ["", ""],
])("presents %j as a sentence", (error, sentence) => {
  expect(failureSentence(error)).toBe(sentence);
});
