import { dnssecStates } from "@zonepost/schema/status";
import { expect, it } from "vitest";
import { type DnssecVerdict, dnssecTone, dnssecVerdictOf, type KeysState } from "./verdict.ts";

const stored = Object.keys(dnssecStates) as (keyof typeof dnssecStates)[];
const keys: KeysState[] = ["unchecked", "asking", "failed", "validates", "breaks", "unknown", "insecure"];

it.each<[KeysState, (typeof stored)[number], DnssecVerdict]>([
  ["validates", "unchecked", "validates"],
  ["validates", "breaks", "validates"],
  ["breaks", "validates", "breaks"],
  ["unknown", "validates", "unknown"],
  ["asking", "unchecked", "checking"],
  ["asking", "validates", "validates"],
  ["failed", "unchecked", "unknown"],
  ["failed", "breaks", "breaks"],
  ["insecure", "unchecked", "unchecked"],
  ["unchecked", "validates", "validates"],
])("a page's check that is %s, after a stored one that was %s: %s", (keys, stored, verdict) => {
  expect(dnssecVerdictOf({ stored, keys })).toBe(verdict);
});

it.each(keys)("is not protected without a DS record, whatever an earlier check found: %s", (keys) => {
  expect(dnssecVerdictOf({ stored: "insecure", keys })).toBe("insecure");
});

it("is green only if the nameservers' answers validate", () => {
  const green = [...stored, "checking" as const].filter((verdict) => dnssecTone(verdict) === "good");
  expect(green).toEqual(["validates"]);
});
