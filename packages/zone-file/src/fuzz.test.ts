import { expect, it } from "vitest";
import { fuzz } from "../test/fuzz.ts";
import { parseZoneFile } from "./index.ts";

it("reads 20,000 random texts without throwing, and the same again from what it prints", () => {
  expect(fuzz(1, 20_000).records).toBeGreaterThan(5000);
}, 300_000);

it("reads large texts of one kind in about linear time", () => {
  // A quadratic parser takes minutes for each of these.
  for (const part of ["(", "(\n", ")", '"\n', "a ", "\\\n", "$GENERATE\n", ";", "a(b\n", '=" ']) {
    const text = part.repeat(1_000_000 / part.length);
    expect(parseZoneFile(text, { origin: "example.com" }).recordSets).toEqual([]);
  }
}, 300_000);
