import { expect, it } from "vitest";
import { isVouchedFor } from "./sealed-results.ts";

const seal = (instance: number, domain: string) =>
  `i=${instance}; a=rsa-sha256; d=${domain}; s=s; cv=pass; b=abc`;
const passed = (instance: number) =>
  `i=${instance}; mx.example; spf=pass smtp.mailfrom=a.example; dmarc=pass (p=REJECT sp=none) header.from=Bank.example; arc=none`;
const failed = (instance: number) => `i=${instance}; mx.example; dmarc=fail header.from=bank.example`;
const isTrusted = (domain: string) => ["list.example", "relay.example"].includes(domain);

it.each([
  ["a trusted sealer", [seal(1, "list.example")], [passed(1)], true],
  ["a trusted sealer in upper case", [seal(1, "LIST.example")], [passed(1)], true],
  [
    "two trusted sealers, in any order",
    [seal(2, "relay.example"), seal(1, "list.example")],
    [failed(2), passed(1)],
    true,
  ],
  [
    "a stranger below a trusted sealer",
    [seal(1, "x.example"), seal(2, "list.example")],
    [failed(1), passed(2)],
    true,
  ],
  [
    "a stranger's result below a trusted sealer",
    [seal(1, "x.example"), seal(2, "list.example")],
    [passed(1), failed(2)],
    false,
  ],
  [
    "a stranger above a trusted sealer",
    [seal(1, "list.example"), seal(2, "x.example")],
    [passed(1), passed(2)],
    false,
  ],
  ["a stranger", [seal(1, "x.example")], [passed(1)], false],
  ["a result that didn't pass", [seal(1, "list.example")], [failed(1)], false],
  ["no result", [seal(1, "list.example")], [], false],
  [
    "a pass in a comment",
    [seal(1, "list.example")],
    ["i=1; mx; dmarc=fail (dmarc=pass header.from=bank.example) header.from=bank.example"],
    false,
  ],
  [
    "a pass for another author",
    [seal(1, "list.example")],
    ["i=1; mx; dmarc=pass header.from=other.example"],
    false,
  ],
])("with %s, a message is vouched for: %#", (_, seals, results, expected) => {
  expect(isVouchedFor({ seals, results }, "bank.example", isTrusted)).toBe(expected);
});
