import { describe, expect, it } from "vitest";
import type { SealedReport } from "./rewrap-secrets.ts";
import { describeCounts, describeOthers, describeRest } from "./sealed-report.ts";

const report = (
  counts: Record<string, Record<string, number>>,
  more: Partial<SealedReport> = {},
): SealedReport => ({
  counts: new Map(Object.entries(counts).map(([keyId, values]) => [keyId, new Map(Object.entries(values))])),
  current: ["cccccccc", "dddddddd"],
  retired: ["eeeeeeee", "ffffffff"],
  others: [],
  hostsWithoutKey: [],
  ...more,
});

describe("the report of encrypted values", () => {
  it("has a line for each key, the current ones first, with what it has encrypted", () => {
    expect(
      describeCounts(
        report({ aaaaaaaa: { emails: 1 }, ffffffff: { "DKIM keys": 2 }, cccccccc: { emails: 3, codes: 4 } }),
      ),
    ).toEqual([
      "  cccccccc  current  3 emails, 4 codes",
      "  ffffffff  retired  2 DKIM keys",
      "  aaaaaaaa  unknown  1 emails",
    ]);
  });

  it("names the programs that encrypt with another key, also those that don't tell", () => {
    expect(describeOthers(report({}))).toBeUndefined();
    const told = describeOthers(
      report(
        {},
        {
          others: [
            { program: "zonepost-api", address: "10.0.0.2", keyId: "eeeeeeee" },
            { program: "zonepost-worker", address: null, keyId: null },
          ],
        },
      ),
    );
    expect(told).toContain("zonepost-api at 10.0.0.2 (key eeeeeeee), zonepost-worker (an earlier version).");
    expect(told).not.toContain("\n");
  });

  it.each([
    ["a retired key in use", report({ eeeeeeee: { emails: 1 } }), true, "still encrypted"],
    [
      "mail hosts without the key",
      report({ ffffffff: { "DKIM keys": 1 } }, { hostsWithoutKey: ["mx1", "mx2"] }),
      true,
      "of mx1, mx2:",
    ],
    ["a lost key", report({ cccccccc: { emails: 1 }, aaaaaaaa: { emails: 1 } }), true, "aaaaaaaa"],
    ["nothing left", report({ cccccccc: { emails: 1 } }), false, "npm run secrets:forget -- encryption"],
    ["no retired key", report({ dddddddd: { "DKIM keys": 1 } }, { retired: [] }), false, "Everything"],
  ])("tells in one line what is left to do: %s", (_what, given, isProblem, says) => {
    const { text, isProblem: told } = describeRest(given);
    expect(told).toBe(isProblem);
    expect(text).toContain(says);
    expect(text).not.toContain("\n");
  });
});
