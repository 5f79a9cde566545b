import { describe, expect, it } from "vitest";
import { ConfigFileError } from "../../../kernel/config-file.ts";
import { readTldRules } from "./read-tld-rules.ts";
import { idnTableToSend, isInIdnTables } from "./tld-rules.ts";

const shippedTlds = ["com", "net", "org", "dev", "io", "eu", "de"];
const read = (file: unknown, offered: readonly string[] = shippedTlds) =>
  readTldRules(typeof file === "string" ? file : JSON.stringify(file), offered);

const problemsOf = (file: unknown, offered?: readonly string[]): string[] => {
  try {
    read(file, offered);
    return [];
  } catch (error) {
    if (error instanceof ConfigFileError) {
      return error.message.split("\n");
    }
    throw error;
  }
};

describe("readTldRules", () => {
  it("has rules for the seven TLDs we ship, and for any other that isn't on offer", () => {
    const rules = readTldRules(undefined, shippedTlds);
    expect(rules.of("com")).toMatchObject({ maxYears: 10, refundsOwnRenewal: true, autoRenewLeadDays: 14 });
    expect(rules.of("de")).toMatchObject({ maxYears: 2, refundsOwnRenewal: false, graceDays: 0 });
    expect(rules.of("shop")).toEqual(rules.of("com"));
  });

  it("merges the operator's fields over ours, and a row over its profile", () => {
    const rules = read(
      {
        profiles: { thin: { contactRoles: [], whoisPrivacy: false }, gtld: { transferBarDays: 30 } },
        tlds: {
          com: { contactRoles: [], autoRenewLeadDays: 7 },
          shop: { profile: "gtld", minLabelLength: 2 },
        },
      },
      [...shippedTlds, "shop"],
    );
    expect(rules.of("com")).toMatchObject({ contactRoles: [], autoRenewLeadDays: 7, transferBarDays: 30 });
    expect(rules.of("shop")).toMatchObject({ minLabelLength: 2, transferBarDays: 30, maxYears: 10 });
    expect(rules.of("net").contactRoles).toEqual(["registrant", "admin", "tech"]);
  });

  it("takes the lead of auto-renew from its setting, unless the operator's file has one", () => {
    const file = JSON.stringify({ tlds: { com: { autoRenewLeadDays: 7 } } });
    const rules = readTldRules(file, shippedTlds, { autoRenewLeadDays: 30 });
    expect(["com", "de", "shop"].map((tld) => rules.of(tld).autoRenewLeadDays)).toEqual([7, 30, 30]);
    expect(readTldRules(file, shippedTlds).of("de").autoRenewLeadDays).toBe(14);
  });

  it("refuses a TLD on offer without a row, with the row to add", () => {
    expect(problemsOf({}, ["com", "shop", "nl"])).toEqual([
      '.shop is on offer but has no rules; add to "tlds": "shop": { "profile": "gtld" }',
      '.nl is on offer but has no rules; add to "tlds": "nl": { "profile": "gtld" }',
    ]);
  });

  it.each([
    ["{", /^must be JSON: /],
    [{ tlds: { com: { maxYears: "ten" } } }, "tlds.com.maxYears: must be a whole number"],
    [{ tlds: { com: { lockDays: 60 } } }, "tlds.com.lockDays: is not a rule"],
    [{ profiles: { gtld: { whoisPrivacy: "yes" } } }, "profiles.gtld.whoisPrivacy: must be true or false"],
    [{ tlds: { nl: { profile: "cctld" } } }, 'tlds.nl.profile: there is no profile "cctld"'],
    [{ tlds: { com: { minYears: 11 } } }, "tlds.com.minYears: must not exceed maxYears"],
    [
      { tlds: { com: { registrantCountryCodes: ["DE"] } } },
      "tlds.com.registrantPlace: must be set exactly if registrantCountryCodes is",
    ],
    [
      { tlds: { de: { graceDays: 7 } } },
      "tlds.de.graceDays: must be 0 if refundsOwnRenewal is false: the domain is deleted before it renews",
    ],
    [
      { tlds: { com: { idnTables: [{ name: "x", scripts: ["Klingon"] }] } } },
      "tlds.com.idnTables.0.scripts.0: must be a script of Unicode, such as Latin",
    ],
    [
      {
        tlds: {
          com: { costs: { registerYearCents: 0, renewYearCents: 1, transferCents: 0, restoreCents: 1 } },
        },
      },
      "tlds.com.costs.registerYearCents: must be 1 or more",
    ],
    [{ tlds: { com: { costs: { registerYearCents: 900 } } } }, "tlds.com.costs.renewYearCents: must be set"],
  ])("names the row and the field of %j", (file, problem) => {
    expect(problemsOf(file)).toContainEqual(
      typeof problem === "string" ? problem : expect.stringMatching(problem),
    );
  });

  it("requires every field of a row without a profile", () => {
    const problems = problemsOf({ tlds: { nl: { maxYears: 1 } } });
    expect(problems).toContain("tlds.nl.minYears: must be set");
    expect(problems).not.toContainEqual(expect.stringContaining("maxYears"));
  });
});

describe("the IDN table of a registration", () => {
  const tables = [
    { name: "GER", scripts: [], characters: "äöüß" },
    { name: "LAT", scripts: ["Latin"], characters: "" },
  ];
  it.each([
    ["müller", "GER"],
    ["señor", "LAT"],
    ["plain-1", undefined],
    ["москва", undefined],
  ])("of %s is %s", (label, name) => {
    expect(idnTableToSend(label, { idnTables: tables, idnExtension: "idn" })).toBe(name);
  });

  it("isn't sent to a registry that doesn't require it", () => {
    expect(idnTableToSend("müller", { idnTables: tables, idnExtension: null })).toBeUndefined();
  });

  it.each([
    [{ idnTables: null }, "tlds.com.idnTables: must be a list if idnExtension is set"],
    [
      { idnTables: [{ name: "German letters", characters: "ä" }] },
      "tlds.com.idnTables: must have language tags as names, such as GER: German letters",
    ],
    [{ idnTables: [], idnExtension: "other" }, "tlds.com.idnExtension: must be null, idn or idnLang"],
  ])("needs rules that fit together: %j", (row, problem) => {
    expect(problemsOf({ tlds: { com: { idnExtension: "idnLang", ...row } } })[0]).toContain(problem);
  });
});

describe("isInIdnTables", () => {
  const { of } = readTldRules(undefined, []);
  it.each([
    ["com", "москва", true],
    ["de", "müller", true],
    ["de", "straße", true],
    ["de", "москва", false],
    ["eu", "größe-żółć", true],
    ["eu", "ελλάδα", false],
    ["eu", "москва", false],
    ["eu", "việt", false],
    ["de", "plain-1", true],
  ])(".%s takes %s: %s", (tld, label, isTaken) => {
    expect(isInIdnTables(label, of(tld).idnTables)).toBe(isTaken);
  });

  // DENIC's list of 93 characters, and IANA's table .eu Latin 1.0 without the two that IDNA2008 excludes, with ß.
  it.each([
    ["de", 93, "ĳŀŉſ", ""],
    ["eu", 92, "ĳŀŉſĸşţ", "șț"],
  ])("takes the registry's letters under .%s, %i in all", (tld, count, without, more) => {
    const european = Array.from({ length: 0x180 - 0xdf }, (_, at) => String.fromCodePoint(0xdf + at)).filter(
      (character) => /\p{Ll}/u.test(character) && !without.includes(character),
    );
    const [table, ...others] = of(tld).idnTables ?? [];
    expect(others).toEqual([]);
    expect([...(table?.characters ?? "")].toSorted()).toEqual([...european, ...more].toSorted());
    expect(table).toMatchObject({ scripts: [], characters: expect.stringMatching(/^[^a-z]+$/) });
    expect([...(table?.characters ?? "")]).toHaveLength(count);
  });

  it("takes only ASCII from a registry without tables", () => {
    expect(isInIdnTables("müller", [])).toBe(false);
    expect(isInIdnTables("plain", [])).toBe(true);
  });
});
