import { describe, expect, it } from "vitest";
import { changeDnssec, firstDnssec } from "../commands/domain/domain-dnssec.ts";
import { Refusal } from "../refusal.ts";
import { changeDsRecords, changeNameservers, firstDsRecords } from "./delegation.ts";
import { changeKeys, dsRecordOf } from "./keys.ts";
import { idnTableOf, isHostName, type OfferedName, validateName } from "./names.ts";
import { assertAgreed, priceOf } from "./prices.ts";
import { assertUpdatable, changeStatuses, shownStatuses } from "./statuses.ts";
import { type TldRules, tldRules } from "./tlds.ts";
import { addYears, yearsOf } from "./years.ts";

function offered(name: string): OfferedName {
  const validated = validateName(name);
  if (validated.kind === "rejected") {
    throw new Error(validated.reason);
  }
  return validated;
}

function rulesOf(tld: string): TldRules {
  const rules = tldRules.get(tld);
  if (!rules) {
    throw new Error(tld);
  }
  return rules;
}

function codeOf(run: () => unknown): number | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) {
      return error.code;
    }
    throw error;
  }
  return undefined;
}

const ds = { keyTag: 1, algorithm: 13, digestType: 2, digest: "A".repeat(64) };
const other = { ...ds, keyTag: 2 };

describe("names", () => {
  it("are one label under a TLD of the registry", () => {
    expect([...tldRules.keys()]).toEqual(["com", "net", "org", "dev", "io", "eu", "de", "cc", "be"]);
    expect(offered("Example.COM")).toMatchObject({ name: "example.com", rules: { tld: "com" } });
    expect(offered("a.de").name).toBe("a.de");
    expect(offered("xn--mnzhof-3ya.de").name).toBe("xn--mnzhof-3ya.de");
  });

  it.each([
    "com",
    ".com",
    "",
    "example.xyz",
    "www.example.com",
    "-a1.com",
    "a1-.com",
    "a_b.com",
    "ab--cd.com",
    "münzhof.de",
    "ab.com",
    "a.eu",
    `${"a".repeat(64)}.com`,
    "example.com.",
  ])("are refused with a matching EPP reason: %j", (name) => {
    const validated = validateName(name);
    expect(validated.kind).toBe("rejected");
    if (validated.kind === "rejected") {
      expect(validated.reason.length).toBeLessThanOrEqual(32);
    }
  });

  it("are magic by their prefix", () => {
    expect(offered("taken-name.com").magic).toBe("taken");
    expect(offered("premium-name.io").magic).toBe("premium");
    expect(offered("fail-name.de").magic).toBe("fail");
    expect(offered("refused-name.com").magic).toBe("refused");
    expect(offered("silent-name.be").magic).toBe("silent");
    expect([offered("takeaway.com").magic, offered("premium-name.be").magic]).toEqual([undefined, undefined]);
  });

  it("have at least two labels for hosts", () => {
    expect(isHostName("ns1.example.net")).toBe(true);
    expect(["localhost", "ns_1.example.net", "ns1..net", "192.0.2.1.", ""].filter(isHostName)).toEqual([]);
  });
});

describe("DS records", () => {
  it("are removed before others are added, so that one update replaces them", () => {
    const changed = changeDsRecords(
      [ds],
      { remove: { dsData: [ds] }, add: { dsData: [ds, other] } },
      rulesOf("com"),
    );
    expect(changed).toEqual([ds, other]);
    expect(
      changeDsRecords([ds, other], { remove: { all: true }, add: { dsData: [other] } }, rulesOf("com")),
    ).toEqual([other]);
  });

  it("are compared without regard to the case of the digest", () => {
    const lower = { ...ds, digest: ds.digest.toLowerCase() };
    expect(changeDsRecords([ds], { remove: { dsData: [lower] } }, rulesOf("com"))).toEqual([]);
    expect(codeOf(() => changeDsRecords([ds], { add: { dsData: [lower] } }, rulesOf("com")))).toBe(2302);
  });

  const refused: [string, number, Parameters<typeof changeDsRecords>[1], string][] = [
    ["an existing one", 2302, { add: { dsData: [ds] } }, "com"],
    ["a duplicate in one command", 2302, { add: { dsData: [other, other] } }, "com"],
    ["the removal of a missing one", 2303, { remove: { dsData: [other] } }, "com"],
    [
      "a digest that is too short for its type",
      2005,
      { add: { dsData: [{ ...other, digest: "AB" }] } },
      "com",
    ],
    ["an unsupported digest type", 2306, { add: { dsData: [{ ...other, digestType: 3 }] } }, "com"],
    [
      "SHA-1 where it is not taken any more",
      2306,
      { add: { dsData: [{ ...other, digestType: 1, digest: "A".repeat(40) }] } },
      "dev",
    ],
    ["an unsupported algorithm", 2306, { add: { dsData: [{ ...other, algorithm: 1 }] } }, "com"],
    [
      "key data",
      2306,
      { add: { keyData: [{ flags: 257, protocol: 3, algorithm: 13, publicKey: "AA==" }] } },
      "com",
    ],
    ["urgency", 2102, { urgent: true, add: { dsData: [other] } }, "com"],
    ["a signature lifetime", 2102, { maxSigLife: 1, add: { dsData: [other] } }, "com"],
  ];
  it.each(refused)("are refused: %s", (_what, code, update, tld) => {
    expect(codeOf(() => changeDsRecords([ds], update, rulesOf(tld)))).toBe(code);
  });

  it("are at most twelve", () => {
    const many = Array.from({ length: 12 }, (_, keyTag) => ({ ...ds, keyTag }));
    expect(firstDsRecords({ dsData: many, keyData: [] }, rulesOf("com"))).toHaveLength(12);
    const more = { add: { dsData: [{ ...ds, keyTag: 99 }] } };
    expect(codeOf(() => changeDsRecords(many, more, rulesOf("com")))).toBe(2308);
  });
});

describe("keys", () => {
  // RFC 4509 section 2.3
  const key = {
    flags: 256,
    protocol: 3,
    algorithm: 5,
    publicKey:
      "AQOeiiR0GOMYkDshWoSKz9XzfwJr1AYtsmx3TGkJaNXVbfi/2pHm822aJ5iI9BMzNXxeYCmZDRD99WYwYqUSdjMmmAphXdvxegXd/M5+X7OrzKBaMbCVdFLUUh6DhweJBjEVv5f2wwjM9XzcnOf+EPbtG9DMBmADjFDc2w/rljwvFw==",
  };
  const { rules } = offered("example.be");

  it("have the DS record of the RFC's example", () => {
    expect(dsRecordOf("dskey.example.com", key)).toEqual({
      keyTag: 60485,
      algorithm: 5,
      digestType: 2,
      digest: "D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A",
    });
  });

  it("are removed, then added", () => {
    expect(changeKeys([], { add: { keyData: [key] } }, rules)).toEqual([key]);
    expect(changeKeys([key], { remove: { keyData: [key] } }, rules)).toEqual([]);
    expect(changeKeys([key], { remove: { all: true } }, rules)).toEqual([]);
  });

  it.each([
    ["DS data", 2306, { add: { dsData: [ds] } }],
    ["an existing one", 2302, { add: { keyData: [key] } }],
    ["the removal of a missing one", 2303, { remove: { keyData: [{ ...key, flags: 257 }] } }],
    ["another protocol", 2306, { add: { keyData: [{ ...key, protocol: 1 }] } }],
    ["an urgent change", 2102, { urgent: true }],
  ])("are refused: %s", (_what, code, update) => {
    expect(codeOf(() => changeKeys([key], update, rules))).toBe(code);
  });
});

describe("the lifetime of signatures", () => {
  const other = { ...ds, keyTag: 99 };
  it.each<[string, Parameters<typeof changeDnssec>[2], number | null]>([
    ["set on its own", { maxSigLife: 600 }, 600],
    ["kept without an update", undefined, 604_800],
    ["kept when a record is added", { add: { dsData: [other] } }, 604_800],
    ["kept when records are replaced", { remove: { dsData: [ds] }, add: { dsData: [other] } }, 604_800],
    ["kept when the last record is removed", { remove: { dsData: [ds] } }, 604_800],
    ["kept when all records are removed", { remove: { all: true } }, 604_800],
    ["set with a record", { add: { dsData: [other] }, maxSigLife: 1 }, 1],
  ])("is %s", (_case, update, expected) => {
    const current = { dsRecords: [ds], keys: [], maxSigLife: 604_800 };
    expect(changeDnssec(offered("example.cc"), current, update).maxSigLife).toBe(expected);
  });

  it("is in an answer about a domain with records, and stored at a registration", () => {
    const first = firstDnssec(offered("example.cc"), { dsData: [ds], keyData: [], maxSigLife: 60 });
    expect(first).toMatchObject({ dsRecords: [ds], maxSigLife: 60 });
  });
});

describe("the table of an internationalized name", () => {
  const mueller = "xn--mller-kva";
  const latn = { idn: { table: "latn", unicodeName: "müller.be" } };
  it.each<[string, Parameters<typeof idnTableOf>[1], string | null]>([
    [`${mueller}.be`, latn, "latn"],
    [`${mueller}.be`, { idn: { table: "latn" } }, "latn"],
    [`${mueller}.cc`, { idnLanguage: "GER" }, "GER"],
    [`${mueller}.com`, {}, null],
    ["plain.be", {}, null],
  ])("of %s with %j is %s", (name, given, table) => {
    expect(idnTableOf(offered(name), given)).toBe(table);
  });

  it.each<[string, number, string, Parameters<typeof idnTableOf>[1]]>([
    ["none", 2003, `${mueller}.be`, {}],
    ["an unknown one", 2306, `${mueller}.be`, { idn: { table: "constructor" } }],
    ["one without the letter", 2306, "xn--80adxhks.be", { idn: { table: "latn" } }],
    ["another name", 2306, `${mueller}.be`, { idn: { table: "latn", unicodeName: "möller.be" } }],
    ["one for an ASCII name", 2306, "plain.be", { idn: { table: "latn" } }],
    ["a language instead", 2103, `${mueller}.be`, { idnLanguage: "GER" }],
    ["a table instead of a language", 2103, `${mueller}.cc`, latn],
    ["one where there is no extension", 2103, `${mueller}.com`, latn],
  ])("is refused: %s", (_what, code, name, given) => {
    expect(codeOf(() => idnTableOf(offered(name), given))).toBe(code);
  });
});

describe("name servers", () => {
  const two = ["ns1.a.net", "ns2.a.net"];
  const named = (...names: string[]) => names.map((name) => ({ name }));

  const { rules: com } = offered("example.com");

  it("are attributes where the registry has no host objects", () => {
    const { rules } = offered("example.be");
    const added = [
      { name: "ns1.a.net", addresses: [] },
      { name: "ns2.a.net", addresses: [] },
    ];
    expect(changeNameservers([], [], added, rules)).toEqual(two);
    expect(codeOf(() => changeNameservers([], [], named(...two), rules))).toBe(2306);
  });

  it("are removed before others are added", () => {
    expect(changeNameservers(two, named("ns1.a.net"), named("NS3.a.net", "ns1.a.net"), com)).toEqual([
      "ns2.a.net",
      "ns3.a.net",
      "ns1.a.net",
    ]);
    expect(changeNameservers(two, named(...two), [], com)).toEqual([]);
  });

  const tooMany = Array.from({ length: 12 }, (_, index) => ({ name: `x${index}.a.net` }));
  const refused: [string, number, { name: string; addresses?: [] }[], { name: string; addresses?: [] }[]][] =
    [
      ["one alone", 2308, named("ns1.a.net"), []],
      ["fourteen", 2308, [], tooMany],
      ["an existing one", 2302, [], named("ns1.a.net")],
      ["the removal of a missing one", 2303, named("ns9.a.net"), []],
      ["an invalid host name", 2005, [], named("ns_1.a.net")],
      ["host attributes", 2306, [], [{ name: "ns3.a.net", addresses: [] }]],
    ];
  it.each(refused)("are refused: %s", (_what, code, removed, added) => {
    expect(codeOf(() => changeNameservers(two, removed, added, com))).toBe(code);
  });
});

describe("statuses", () => {
  it("of the registrar can be set and removed", () => {
    expect(changeStatuses(["clientHold"], ["clientHold"], ["clientTransferProhibited"])).toEqual([
      "clientTransferProhibited",
    ]);
  });

  it.each(["ok", "inactive", "serverHold", "pendingDelete"] as const)(
    "of the registry can't: %s",
    (status) => {
      expect(codeOf(() => changeStatuses([], [], [status]))).toBe(2306);
      expect(codeOf(() => changeStatuses([status], [status], []))).toBe(2306);
    },
  );

  it("that are set already, or not set, are refused", () => {
    expect(codeOf(() => changeStatuses(["clientHold"], [], ["clientHold"]))).toBe(2306);
    expect(codeOf(() => changeStatuses([], ["clientHold"], []))).toBe(2306);
  });

  it("prohibit updates, except for removing the registrar's own lock", () => {
    expect(codeOf(() => assertUpdatable(["clientUpdateProhibited"], false))).toBe(2304);
    expect(codeOf(() => assertUpdatable(["clientUpdateProhibited"], true))).toBeUndefined();
    expect(codeOf(() => assertUpdatable(["serverUpdateProhibited"], true))).toBe(2304);
    expect(codeOf(() => assertUpdatable(["pendingTransfer"], true))).toBe(2304);
  });

  it("include ok and inactive depending on the others", () => {
    expect(shownStatuses([], ["ns1.a.net", "ns2.a.net"])).toEqual(["ok"]);
    expect(shownStatuses(["clientHold"], ["ns1.a.net", "ns2.a.net"])).toEqual(["clientHold"]);
    expect(shownStatuses(["clientHold"], [])).toEqual(["clientHold", "inactive"]);
  });
});

describe("prices", () => {
  it("are yearly, and higher for premium names", () => {
    const year = rulesOf("io").prices.createPerYear;
    expect(priceOf(offered("example.io"), "create", 2)).toBe(2 * year);
    expect(priceOf(offered("premium-example.io"), "create", 1)).toBeGreaterThan(year);
    expect(priceOf(offered("example.io"), "update", 1)).toBe(0);
  });

  it("that a client sends must match, and are required for premium names", () => {
    const agree = (name: string, amount?: string, currency?: string) =>
      codeOf(() =>
        assertAgreed(offered(name), "create", 1, amount ? { currency, fees: [{ amount }] } : undefined),
      );
    expect(agree("example.com")).toBeUndefined();
    expect(agree("example.com", "11.88", "EUR")).toBeUndefined();
    expect(agree("example.com", "11.87")).toBe(2004);
    expect(agree("example.com", "11.88", "USD")).toBe(2004);
    expect(agree("premium-example.com")).toBe(2003);
    expect(agree("premium-example.com", "297.00")).toBeUndefined();
  });
});

describe("years", () => {
  it("keep the day and the time, except for February 29", () => {
    expect(addYears(new Date("2026-11-21T09:00:01.002Z"), 3).toISOString()).toBe("2029-11-21T09:00:01.002Z");
    expect(addYears(new Date("2028-02-29T12:00:00Z"), 1).toISOString()).toBe("2029-02-28T12:00:00.000Z");
    expect(addYears(new Date("2028-02-29T12:00:00Z"), 4).toISOString()).toBe("2032-02-29T12:00:00.000Z");
  });

  it("come from the period, and default to one", () => {
    expect(yearsOf(undefined)).toBe(1);
    expect(yearsOf({ value: 3, unit: "y" })).toBe(3);
    expect(yearsOf({ value: 24, unit: "m" })).toBe(2);
    expect(codeOf(() => yearsOf({ value: 18, unit: "m" }))).toBe(2306);
  });
});
