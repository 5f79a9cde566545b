import { describe, expect, it } from "vitest";
import { webhookUrlMistake } from "./webhook-url.ts";
import { webhookEndpointInput } from "./webhooks.ts";

it.each([
  ["https://hooks.example.com/in", undefined],
  ["HTTP://127.0.0.1:4100", undefined],
  ["https://[::1]:8080/", undefined],
  ["hooks.example.com", "Enter a full URL that starts with https://."],
  ["foo bar", "Enter a full URL that starts with https://."],
  ["ftp://example.com/", "Enter a full URL that starts with https://."],
  ["https://", "Enter a full URL that starts with https://."],
  ["https://[::1/", "Enter a full URL that starts with https://."],
  ["https://exa mple.com/", "Remove spaces, control characters and backslashes."],
  ["https://example.com\\in", "Remove spaces, control characters and backslashes."],
  ["https://example.com:99999/", "Enter a port from 1 to 65535."],
  ["https://[::1]:99999/", "Enter a port from 1 to 65535."],
  ["https://example.com:80a?in", "Enter a port from 1 to 65535."],
  ["https://example.com:0/", "Enter a port from 1 to 65535."],
])("finds the mistake in %j", (url, mistake) => {
  expect(webhookUrlMistake(url)).toBe(mistake);
});

describe("an endpoint's URL", () => {
  const messages = (url: string) =>
    webhookEndpointInput
      .safeParse({ url, events: ["*"] })
      .error?.issues.map(({ path, message }) => [path.join("/"), message]);

  it("is refused with the mistake in its form", () => {
    expect(messages("example.com")).toEqual([["url", "Enter a full URL that starts with https://."]]);
  });

  it("is refused with one message if it is empty", () => {
    expect(messages(" ")).toEqual([["url", "Enter a URL."]]);
  });

  it("may be surrounded by spaces", () => {
    expect(messages(" https://hooks.example.com/in ")).toBeUndefined();
  });
});
