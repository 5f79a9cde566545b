import { describe, expect, it } from "vitest";
import { recordKey, type StoredRecordSet, type ZoneRecords } from "../../model/record-set.ts";
import { isReplaceable, planManagedRecords, type WantedSet } from "./managed-records-policy.ts";

const stored = (
  name: string,
  type: string,
  values: string[],
  managedBy: StoredRecordSet["managedBy"] = null,
): StoredRecordSet => ({ name, type, values, ttlSeconds: 300, comment: "ours", tags: [], managedBy });
const zoneOf = (...sets: StoredRecordSet[]): ZoneRecords => new Map(sets.map((set) => [recordKey(set), set]));
const mx: WantedSet = { name: "@", type: "MX", values: ["10 mail.host.test."] };
const alias: WantedSet = { name: "mta-sts", type: "CNAME", values: ["web.host.test."] };
const text: WantedSet = { name: "_dmarc", type: "TXT", values: ['"v=DMARC1; p=quarantine"'] };
const key: WantedSet = { name: "zp1._domainkey", type: "TXT", values: ['"v=DKIM1; p=x"'] };

const plan = (
  current: ZoneRecords,
  wanted: WantedSet,
  how: Partial<Parameters<typeof planManagedRecords>[2]> = {},
) => {
  const { edits, removals, sets } = planManagedRecords(current, [wanted], { manager: "mail", ...how });
  return {
    state: sets[0]?.state,
    present: sets[0]?.present.map(recordKey),
    set: edits.filter((edit) => edit.wanted).map(recordKey),
    deleted: [...edits.filter((edit) => !edit.wanted), ...removals].map(recordKey),
  };
};

describe("a manager's plan", () => {
  it.each([
    ["adds what is missing", zoneOf(), mx, "missing", ["@ MX"]],
    ["adds beside other types", zoneOf(stored("@", "TXT", ['"x"'])), mx, "missing", ["@ MX"]],
    ["keeps its own as wanted", zoneOf(stored("@", "MX", ["10 old."], "mail")), mx, "managed", ["@ MX"]],
    ["leaves the same records to people", zoneOf(stored("@", "MX", mx.values)), mx, "unmanaged", []],
    ["leaves other records alone", zoneOf(stored("@", "MX", ["10 x."])), mx, "conflict", []],
    ["leaves more records alone", zoneOf(stored("@", "MX", [...mx.values, "5 x."])), mx, "conflict", []],
    ["leaves a CNAME alone", zoneOf(stored("_dmarc", "CNAME", ["x."])), text, "conflict", []],
    ["adds no CNAME to others", zoneOf(stored("mta-sts", "A", ["192.0.2.1"])), alias, "conflict", []],
    ["adds nothing at a delegation", zoneOf(stored("_dmarc", "NS", ["x."])), text, "conflict", []],
    ["adds nothing below one", zoneOf(stored("_domainkey", "NS", ["x."])), key, "conflict", []],
    ["adds nothing below a DNAME", zoneOf(stored("_domainkey", "DNAME", ["x."])), key, "conflict", []],
    [
      "adds beside the zone's own NS",
      zoneOf(stored("@", "NS", ["x."], "system")),
      key,
      "missing",
      [recordKey(key)],
    ],
  ])("%s", (_what, current, wanted, state, set) => {
    expect(plan(current, wanted)).toMatchObject({ state, set, deleted: [] });
  });

  it("takes over people's records with the same values only at the start", () => {
    const current = zoneOf(stored("@", "MX", mx.values));
    expect(plan(current, mx, { takesOver: true }).set).toEqual(["@ MX"]);
    expect(plan(zoneOf(stored("@", "MX", ["10 x."])), mx, { takesOver: true }).set).toEqual([]);
  });

  it("deletes its own that it doesn't want anymore, and no one else's", () => {
    const current = zoneOf(
      stored("zp0._domainkey", "TXT", ['"old"'], "mail"),
      stored("other._domainkey", "TXT", ['"x"']),
      stored("@", "NS", ["x."], "system"),
    );
    expect(plan(current, key).deleted).toEqual(["zp0._domainkey TXT"]);
  });

  it("doesn't add what was declined", () => {
    expect(plan(zoneOf(), mx, { declined: new Set(["@ MX"]) })).toMatchObject({ state: "missing", set: [] });
  });

  it("replaces only the chosen conflict, with all that is in its way at the name", () => {
    const current = zoneOf(stored("mta-sts", "A", ["192.0.2.1"]), stored("mta-sts", "AAAA", ["2001:db8::1"]));
    expect(plan(current, alias, { replaced: "mta-sts CNAME" })).toMatchObject({
      set: ["mta-sts CNAME"],
      deleted: ["mta-sts A", "mta-sts AAAA"],
    });
    expect(plan(current, alias, { replaced: "@ MX" })).toMatchObject({ set: [], deleted: [] });
    const other = zoneOf(stored("@", "MX", ["10 x."]));
    expect(plan(other, mx, { replaced: "@ MX" })).toMatchObject({ set: ["@ MX"], deleted: ["@ MX"] });
  });

  it("can't replace a delegation, what lies above the name, or what the service manages", () => {
    const replaceable = (...present: StoredRecordSet[]) => isReplaceable({ name: "a.b", present });
    expect(replaceable(stored("a.b", "TXT", ['"x"']))).toBe(true);
    expect(replaceable(stored("a.b", "NS", ["x."]))).toBe(false);
    expect(replaceable(stored("b", "DNAME", ["x."]))).toBe(false);
    expect(replaceable(stored("a.b", "TXT", ['"x"'], "system"))).toBe(false);
  });
});
