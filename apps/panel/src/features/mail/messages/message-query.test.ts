import { expect, it } from "vitest";
import { wantedOf } from "./message-query.ts";
import { reasonOf } from "./reason-of.ts";

const either = (address: string, messageId: string) => ({ address, messageId, matchesEither: true });

it.each([
  ["", {}],
  ["  ", {}],
  ["info", either("info@example.com", "info")],
  [" info@elsewhere.test ", either("info@elsewhere.test", "info@elsewhere.test")],
  ["info@bücher.example", either("info@xn--bcher-kva.example", "info@bücher.example")],
  ["a1.b2@mail.test", either("a1.b2@mail.test", "a1.b2@mail.test")],
  ["<A1.b2@mail.test>", { messageId: "A1.b2@mail.test" }],
  ["Message-ID: <a1@mail.test>", { messageId: "a1@mail.test" }],
  ["<a1@mail.test", { messageId: "a1@mail.test" }],
  ["anna @elsewhere.test", { address: "anna @elsewhere.test" }],
  ["a".repeat(998), either(`${"a".repeat(998)}@example.com`, "a".repeat(998))],
  ["a".repeat(999), { address: `${"a".repeat(999)}@example.com` }],
])("searches %j as %j", (words, wanted) => {
  expect(wantedOf(words, "example.com")).toEqual(wanted);
});

it.each([
  ["Delivered to info@example.com", undefined],
  ["Refused: it doesn't exist (550 5.1.1). The sender is told.", "it doesn't exist (550 5.1.1)"],
  ["Waiting: the server didn't answer, mx.far.test. Wait.", "the server didn't answer, mx.far.test"],
  ["Delivered to Junk: spam score 6.00: GTUBE", "spam score 6.00: GTUBE"],
])("finds the reason in %j", (summary, reason) => {
  expect(reasonOf(summary)).toBe(reason);
});
