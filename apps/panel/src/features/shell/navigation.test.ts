import { expect, it } from "vitest";
import { navigation, placeOfPath } from "./navigation.ts";

it.each([
  ["/", "overview"],
  ["/domains", "domains"],
  ["/domains/example.com/dnssec", "domains"],
  ["/domains/operations/dop_1", "activity"],
  ["/activity", "activity"],
  ["/activity/audit-log", "activity"],
  ["/zones/example.com/history", "zones"],
  ["/payments", "payments"],
  ["/payments/pay_1/receipt", "payments"],
  ["/payments/renewals", "renewals"],
  ["/payments/orders/ord_1", "orders"],
  ["/operator/payments", "operator"],
  ["/contacts", "contacts"],
  ["/settings/people", "settings"],
  ["/sandbox/outbox", undefined],
])("%s belongs to %s", (pathname, key) => {
  expect(placeOfPath(pathname)?.key).toBe(key);
});

it("offers four places in the bar of a phone, besides the rest", () => {
  const primary = navigation.filter((place) => "isPrimary" in place).map(({ key }) => key);
  expect(primary).toEqual(["overview", "domains", "mail", "renewals"]);
});
