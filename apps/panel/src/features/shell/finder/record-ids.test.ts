import { idPrefixes } from "@zonepost/schema/panel";
import { expect, it } from "vitest";
import { type FindablePrefix, recordOfId } from "./record-ids.ts";

const number = "01k3v2m8q4f7x9b0c1d2e3f4g5";
const pathOf = (query: string, within: string[] = []) => {
  const record = recordOfId(query);
  return record?.isWhole ? record.pathOf(record.id, within) : undefined;
};
const [domain, account, endpoint, delivery] = ["example.com", "mac_1", "whe_1", "whd_1"];

const cases: [prefix: FindablePrefix, within: string[], path: string][] = [
  ["aud", ["2026-01-31T23:00:00.000Z"], `/activity/audit-log?until=2026-02-01&entry=aud_${number}`],
  ["con", [], `/contacts?contact=con_${number}`],
  ["dba", [], `/domains?batch=dba_${number}`],
  ["dhe", [domain], "/domains/example.com/history"],
  ["dnf", [domain], "/domains/example.com"],
  ["dom", [domain], "/domains/example.com"],
  ["dop", [], `/domains/operations/dop_${number}`],
  ["evt", [endpoint, delivery], "/webhooks/whe_1?delivery=whd_1"],
  ["inv", [], "/settings/people"],
  ["key", [], `/settings/api-keys/key_${number}`],
  ["mac", [domain, account], "/mail/example.com/accounts/mac_1"],
  ["mal", [domain], "/mail/example.com/aliases"],
  ["map", [domain, account], "/mail/example.com/accounts/mac_1"],
  ["mbr", [], "/settings/people"],
  ["mcn", [domain, account], "/mail/example.com/accounts/mac_1"],
  [
    "mms",
    [domain, "box@example.com"],
    `/mail/example.com/messages?address=box%40example.com&range=month&message=mms_${number}`,
  ],
  ["ord", [], `/payments/orders/ord_${number}`],
  ["orl", ["ord_1"], "/payments/orders/ord_1"],
  ["pay", [], `/payments/pay_${number}`],
  ["pmt", [], "/payments#cards"],
  ["rfd", ["pay_1"], "/payments/pay_1"],
  ["ses", [], "/settings/security"],
  ["usr", [], "/settings/people"],
  ["whd", [endpoint, delivery], "/webhooks/whe_1?delivery=whd_1"],
  ["whe", [], `/webhooks/whe_${number}`],
  ["wsp", [], "/settings/workspace"],
];

it.each(cases)("%s leads to its page", (prefix, within, path) => {
  expect(pathOf(`${prefix}_${number}`, within)).toBe(path);
  expect(pathOf(` ${prefix.toUpperCase()}_${number.toUpperCase()} `, within)).toBe(path);
});

it("knows each prefix, or it has no page", () => {
  const known = idPrefixes.filter((prefix) => recordOfId(`${prefix}_${number}`) !== undefined);
  expect(known).toEqual(cases.map(([prefix]) => prefix));
  expect(idPrefixes.filter((prefix) => !known.some((each) => each === prefix))).toEqual(["cpg", "ltx"]);
});

it.each([
  ["pay_", "goPayments"],
  ["ord_01k3", "goOrders"],
  ["mac_", "goMail"],
  ["whd_", "goWebhooks"],
])("%s, the beginning of an ID, is about the place of its kind", (query, place) => {
  expect(recordOfId(query)).toMatchObject({ place, isWhole: false });
});

it.each(["pay", "payment", `xyz_${number}`, `toString_${number}`, ""])("%j is no ID", (query) => {
  expect(recordOfId(query)).toBeUndefined();
});
