import { expect, it } from "vitest";
import { addressOf } from "./message-query.ts";
import { reasonOf } from "./reason-of.ts";

it.each([
  ["", undefined],
  ["  ", undefined],
  ["info", "info@example.com"],
  [" info@elsewhere.test ", "info@elsewhere.test"],
  ["info@bücher.example", "info@xn--bcher-kva.example"],
])("searches %j as %j", (words, address) => {
  expect(addressOf(words, "example.com")).toBe(address);
});

it.each([
  ["Delivered to info@example.com", undefined],
  ["Refused: the mailbox doesn't exist (550 5.1.1)", "the mailbox doesn't exist (550 5.1.1)"],
  ["Moved to Junk: spam score 6.00: GTUBE", "spam score 6.00: GTUBE"],
])("finds the reason in %j", (summary, reason) => {
  expect(reasonOf(summary)).toBe(reason);
});
