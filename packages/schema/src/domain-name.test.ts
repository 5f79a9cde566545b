import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { domainName, normalizeDomainName } from "./domain-name.ts";

const casesFile = new URL("../../../../shared/data/idn/cases.json", import.meta.url);

describe("normalizeDomainName", () => {
  it("stores what people type as lower-case A-labels without a final dot", () => {
    for (const [typed, stored] of [
      ["example.com", "example.com"],
      [" EXAMPLE.Com. ", "example.com"],
      ["münchen.de", "xn--mnchen-3ya.de"],
      ["XN--MNCHEN-3YA.DE", "xn--mnchen-3ya.de"],
      ["straße.de", "xn--strae-oqa.de"],
      ["日本語.jp", "xn--wgv71a119e.jp"],
    ])
      expect(normalizeDomainName(typed ?? "")).toEqual({ ok: true, name: stored });
  });

  it("refuses what a registry would refuse, and says which rule it broke", () => {
    for (const [typed, problem] of [
      ["", "empty"],
      [".", "empty"],
      ["example..com", "not_a_name"],
      ["http://example.com", "not_a_name"],
      ["user@example.com", "not_a_name"],
      ["ex_ample.com", "not_a_name"],
      [`${"a".repeat(64)}.com`, "label_length"],
      ["-example.com", "hyphens"],
      ["ab--cd.com", "hyphens"],
      ["example.123", "not_a_name"],
      ["1.2.3.4", "no_top_level"],
      ["example", "no_top_level"],
      ["💩.la", "disallowed_character"],
      ["аpple.com", "mixed_scripts"],
    ])
      expect({ typed, ...normalizeDomainName(typed ?? "") }).toEqual({ typed, ok: false, problem });
  });

  it("answers a message that a person can act on when it is used as a schema", () => {
    expect(domainName.safeParse("exa mple.com").error?.issues[0]?.message).toBe(
      "must be a domain name such as example.com",
    );
  });

  it.skipIf(!existsSync(casesFile))(
    "agrees with the collected IDN cases (skipped where they are absent)",
    () => {
      const { cases } = JSON.parse(readFileSync(casesFile, "utf8")) as {
        cases: { input: string; ascii: string | null; verdict: string }[];
      };
      for (const { input, ascii, verdict } of cases) {
        if (verdict === "check" || verdict === "policy-warn") continue;
        const result = normalizeDomainName(input);
        expect({ input, ascii: result.ok ? result.name : null }).toEqual({ input, ascii });
      }
    },
  );
});
