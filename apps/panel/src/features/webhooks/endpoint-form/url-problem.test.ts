import { expect, it } from "vitest";
import messages from "../../../../messages/en.json" with { type: "json" };
import { urlProblem } from "./url-problem.ts";

it.each([
  ["https://hooks.example.com/in", undefined],
  [" http://127.0.0.1:4100 ", undefined],
  ["https://[::1]:8080/", undefined],
  ["hooks.example.com", "Enter a full URL that starts with https://."],
  ["foo bar", "Enter a full URL that starts with https://."],
  ["ftp://example.com/", "Enter a full URL that starts with https://."],
  ["https://", "Enter a full URL that starts with https://."],
  ["https://[::1/", "Enter a full URL that starts with https://."],
  ["https://exa mple.com/", "Remove spaces, control characters and backslashes."],
  ["https://example.com\\in", "Remove spaces, control characters and backslashes."],
  ["https://example.com:99999/", "Enter a port from 1 to 65535."],
  ["https://example.com:80a?in", "Enter a port from 1 to 65535."],
  ["https://example.com:0/", "Enter a port from 1 to 65535."],
])("finds the mistake in %j", (url, message) => {
  const problem = urlProblem(url);
  expect(problem && messages.webhooks[problem]).toBe(message);
});
