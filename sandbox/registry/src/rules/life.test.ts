import { describe, expect, it } from "vitest";
import { Refusal } from "../refusal.ts";
import { changeAddresses } from "./addresses.ts";
import { assertRegistrantCountry, changeContacts, missingContacts } from "./contacts.ts";
import { deleteDomain, requestRestore } from "./deletion.ts";
import type { StoredDomain } from "./domain.ts";
import { dueAt, passTime } from "./life.ts";
import { tldRules } from "./tlds.ts";
import { assertTransferable, endTransfer, requestTransfer } from "./transfer.ts";
import { addDays, addYears } from "./years.ts";

const start = new Date("2026-03-01T12:00:00Z");

function domain(changes: Partial<StoredDomain> = {}): StoredDomain {
  return {
    name: "example.com",
    roid: "D1-ZPSBX",
    sponsor: "ours",
    statuses: [],
    nameservers: ["ns1.example.net", "ns2.example.net"],
    registrant: "HOLDER",
    contacts: [],
    dsRecords: [],
    keys: [],
    maxSigLife: null,
    idnTable: null,
    authInfoHash: "hash",
    createdBy: "ours",
    createdAt: start,
    updatedBy: null,
    updatedAt: null,
    expiresAt: addYears(start, 1),
    transferredAt: null,
    phase: null,
    phaseEndsAt: null,
    redemptionEndsAt: null,
    autoRenewNotBefore: null,
    graces: [],
    transfer: null,
    transferDueAt: null,
    ...changes,
  };
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

describe("due changes", () => {
  it("don't happen early", () => {
    const one = domain();
    expect(passTime(one, addDays(one.expiresAt, -1))).toEqual({ domain: one, notices: [], charges: [] });
  });

  it("are applied at their own dates, however late the domain is read", () => {
    const asked = requestTransfer(domain(), "theirs", addDays(addYears(start, 1), -2)).domain;
    const { domain: after, notices } = passTime(asked, addYears(start, 4));
    expect(after).toMatchObject({ sponsor: "theirs", expiresAt: addYears(start, 5) });
    expect(notices.map(({ registrar, queuedAt }) => [registrar, queuedAt])).toEqual([
      ["ours", addYears(start, 1)],
      ["theirs", addDays(addYears(start, 1), 3)],
      ["ours", addDays(addYears(start, 1), 3)],
      ["theirs", addYears(start, 2)],
      ["theirs", addYears(start, 3)],
      ["theirs", addYears(start, 4)],
    ]);
  });

  it.each([
    ["example.com", 30, 35],
    ["example.de", 30, 30],
    ["example.eu", 30, 30],
  ])("move %s out of redemption after %i days, and release it after %i", (name, redemptionDays, freeDays) => {
    const deleted = deleteDomain(domain({ name }), "ours", start).domain;
    if (!deleted) {
      throw new Error("purged at once");
    }
    expect(dueAt(deleted)).toEqual(addDays(start, redemptionDays));
    expect(passTime(deleted, addDays(start, freeDays)).domain).toBeUndefined();
    expect(passTime(deleted, addDays(start, redemptionDays - 1)).domain).toEqual(deleted);
  });

  it("undo a restore without its report, and continue the redemption period", () => {
    const deleted = deleteDomain(domain(), "ours", start).domain;
    if (!deleted) {
      throw new Error("purged at once");
    }
    const asked = requestRestore(deleted, "ours", addDays(start, 20));
    expect(passTime(asked, addDays(start, 27)).domain).toMatchObject({
      phase: "redemption",
      phaseEndsAt: addDays(start, 30),
    });
    const late = requestRestore(deleted, "ours", addDays(start, 29));
    expect(passTime(late, addDays(start, 36)).domain).toMatchObject({
      phase: "pending_delete",
      phaseEndsAt: addDays(start, 41),
    });
    const { notices } = passTime(asked, addDays(start, 60));
    expect(notices.map(({ change }) => change?.reason)).toEqual([
      "No restore report received",
      "Redemption period ended",
      "Pending delete period ended",
    ]);
  });
});

describe("a transfer", () => {
  const later = addDays(start, 61);

  it("adds a year, within the TLD's maximum", () => {
    const far = domain({ expiresAt: addYears(later, 10) });
    expect(requestTransfer(far, "theirs", later).transfer.expiresAt).toEqual(addYears(later, 10));
    expect(requestTransfer(domain(), "theirs", later).transfer.expiresAt).toEqual(addYears(start, 2));
  });

  it("removes the losing registrar's locks and the authorization information", () => {
    const held = domain({ statuses: ["clientHold", "serverHold"] });
    const { domain: asked, transfer } = requestTransfer(held, "theirs", later);
    const ended = endTransfer(asked, transfer, "clientApproved", later);
    expect(ended.domain).toMatchObject({ statuses: ["serverHold"], authInfoHash: null });
    expect(endTransfer(asked, transfer, "clientRejected", later).domain).toMatchObject({
      sponsor: "ours",
      statuses: ["clientHold", "serverHold"],
      authInfoHash: "hash",
    });
  });

  const refused: [string, Partial<StoredDomain>, string, Date, number][] = [
    ["by its sponsor", {}, "ours", later, 2106],
    ["of a locked domain", { statuses: ["clientTransferProhibited"] }, "theirs", later, 2304],
    ["of a domain locked by the registry", { statuses: ["serverTransferProhibited"] }, "theirs", later, 2304],
    ["of a deleted domain", { phase: "redemption" }, "theirs", later, 2304],
    ["while another one is pending", { transferDueAt: later }, "theirs", later, 2300],
    ["59 days after the registration", {}, "theirs", addDays(start, 59), 2106],
    [
      "59 days after another transfer",
      { transferredAt: addDays(start, 300) },
      "theirs",
      addDays(start, 359),
      2106,
    ],
  ];
  it.each(refused)("is refused: %s", (_what, changes, by, now, code) => {
    expect(codeOf(() => assertTransferable(domain(changes), by, now))).toBe(code);
  });

  it("is possible from the sixtieth day, and under .de and .eu immediately", () => {
    expect(codeOf(() => assertTransferable(domain(), "theirs", addDays(start, 60)))).toBeUndefined();
    for (const name of ["example.de", "example.eu"]) {
      expect(codeOf(() => assertTransferable(domain({ name }), "theirs", start))).toBeUndefined();
    }
  });
});

describe("contacts", () => {
  const rulesOf = (tld: string) => {
    const rules = tldRules.get(tld);
    if (!rules) {
      throw new Error(tld);
    }
    return rules;
  };

  it("are required by the TLD's rules", () => {
    const tech = { type: "tech" as const, id: "T" };
    const admin = { type: "admin" as const, id: "A" };
    const lacking = (tld: string, registrant: string | null, contacts: (typeof tech | typeof admin)[]) =>
      missingContacts({ registrant, contacts }, rulesOf(tld));
    expect(lacking("com", null, [admin])).toEqual(["registrant", "tech"]);
    expect(lacking("com", "R", [tech])).toEqual(["admin"]);
    expect(lacking("com", "R", [admin, tech])).toEqual([]);
    expect(lacking("eu", "R", [])).toEqual(["tech"]);
    expect(lacking("de", "R", [])).toEqual([]);
  });

  it("are removed before others are added", () => {
    const held = [{ type: "tech" as const, id: "ONE" }];
    expect(changeContacts(held, held, [{ type: "tech", id: "TWO" }])).toEqual([{ type: "tech", id: "TWO" }]);
    expect(codeOf(() => changeContacts(held, [{ type: "admin", id: "ONE" }], []))).toBe(2303);
    expect(codeOf(() => changeContacts(held, [], held))).toBe(2302);
  });

  it("require .eu registrants to be in the European Economic Area, and others anywhere", () => {
    const check = (tld: string, ...countries: string[]) =>
      codeOf(() => assertRegistrantCountry(countries, rulesOf(tld)));
    expect(["DE", "FR", "NO", "is"].map((country) => check("eu", country))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(["US", "CH", "GB"].map((country) => check("eu", country))).toEqual([2306, 2306, 2306]);
    expect(check("com", "US")).toBeUndefined();
  });
});

describe("addresses", () => {
  it("are compared independently of notation", () => {
    const one = { version: "v6" as const, address: "2001:db8::1" };
    const long = { version: "v6" as const, address: "2001:0DB8:0:0:0:0:0:1" };
    expect(changeAddresses([], [], [long])).toEqual([one]);
    expect(changeAddresses([one], [long], [])).toEqual([]);
    expect(codeOf(() => changeAddresses([one], [], [long]))).toBe(2306);
  });
});
