import { expect, it } from "vitest";
import { dnssecTones, dnssecVerdictOf, type KeysState } from "./verdict.ts";

const withRecords: [KeysState, string][] = [
  ["unchecked", "not_checked"],
  ["asking", "checking"],
  ["validates", "protected"],
  ["breaks", "broken"],
  ["unknown", "unknown"],
  ["failed", "unknown"],
  ["insecure", "not_checked"],
];

it.each(withRecords)(
  "reads the verdict from the evidence, not from the published records: %s",
  (keys, verdict) => {
    expect(dnssecVerdictOf({ hasDs: true, keys })).toBe(verdict);
  },
);

it.each(withRecords)("is not protected without a DS record, whatever an earlier check found: %s", (keys) => {
  expect(dnssecVerdictOf({ hasDs: false, keys })).toBe("not_protected");
});

it("is green only if the nameservers' answers validate", () => {
  const green = Object.entries(dnssecTones).filter(([, tone]) => tone === "good");
  expect(green.map(([verdict]) => verdict)).toEqual(["protected"]);
});
