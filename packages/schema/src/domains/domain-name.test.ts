import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { domainName, domainNameWarnings, normalizeDomainName } from "./domain-name.ts";

const casesFile = new URL("../../../../../shared/data/idn/cases.json", import.meta.url);

describe("normalizeDomainName", () => {
  it("stores typed names as lower-case A-labels without a final dot", () => {
    for (const [typed, stored] of [
      ["example.com", "example.com"],
      [" EXAMPLE.Com. ", "example.com"],
      ["münchen.de", "xn--mnchen-3ya.de"],
      ["XN--MNCHEN-3YA.DE", "xn--mnchen-3ya.de"],
      ["straße.de", "xn--strae-oqa.de"],
      ["日本語.jp", "xn--wgv71a119e.jp"],
      // UTS 46 maps U+2024 (one dot leader) to a full stop.
      ["a\u2024com", "a.com"],
    ]) {
      expect(normalizeDomainName(typed ?? "")).toEqual({ ok: true, name: stored });
    }
  });

  it("rejects what a registry would refuse, and reports which rule it breaks", () => {
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
      ["xn--i-7iq.ws", "disallowed_character"],
      ["xn--pple-43d.com", "mixed_scripts"],
      ["xn--a.com", "disallowed_character"],
      ["xn--example-.com", "not_a_name"],
      ["xn--99999999999.com", "not_a_name"],
      ["\u0301a.com", "disallowed_character"],
      ["a·b.com", "disallowed_character"],
      ["・a.com", "disallowed_character"],
      ["日本ж.com", "mixed_scripts"],
    ]) {
      expect({ typed, ...normalizeDomainName(typed ?? "") }).toEqual({ typed, ok: false, problem });
    }
  });

  it("accepts a contextual character in its valid position", () => {
    for (const name of ["paral·lel.cat", "ab・日本.jp", "日本example.jp", "한국漢字.kr"]) {
      expect({ name, ok: normalizeDomainName(name).ok }).toEqual({ name, ok: true });
    }
  });

  it("allows a search for a name that can't be registered, with a warning", () => {
    expect(normalizeDomainName("аpple.com", { mixedScripts: "allow" })).toEqual({
      ok: true,
      name: "xn--pple-43d.com",
    });
    const codesOf = (name: string) => domainNameWarnings(name).map(({ code }) => code);
    expect(codesOf("аpple.com")).toEqual(["mixed_scripts"]);
    expect(codesOf("аррӏе.com")).toEqual(["looks_latin"]);
    for (const name of ["apple.com", "пример.com", "münchen.de", "123.com", "日本語.com"]) {
      expect(codesOf(name)).toEqual([]);
    }
  });

  it("returns a helpful message when used as a schema", () => {
    expect(domainName.safeParse("exa mple.com").error?.issues[0]?.message).toBe(
      "Enter a domain name, such as example.com.",
    );
  });

  it.skipIf(!existsSync(casesFile))("matches the collected IDN cases (skipped if they are missing)", () => {
    const { cases } = JSON.parse(readFileSync(casesFile, "utf8")) as {
      cases: { input: string; ascii: string | null; verdict: string }[];
    };
    for (const { input, ascii, verdict } of cases) {
      if (verdict === "check" || verdict === "policy-warn") {
        continue;
      }
      const result = normalizeDomainName(input);
      expect({ input, ascii: result.ok ? result.name : null }).toEqual({ input, ascii });
    }
  });
});
