import { expect, it } from "vitest";
import { pathOfEntry } from "./path-of-entry.ts";

it.each([
  ["domain.renewed", "example.com", "/domains/example.com"],
  ["domain.transferred_out", "example.com", undefined],
  ["domain.batch_requested", "dba_1", "/domains?batch=dba_1"],
  ["dnssec.ds_published", "example.com", "/domains/example.com/dnssec"],
  ["mail.activated", "example.com", "/mail/example.com"],
  ["mail_account.created", "box@example.com", "/mail/example.com/accounts"],
  ["mail_account.deleted", "box@example.com", undefined],
  ["order.placed", "ord_1", "/payments/orders/ord_1"],
  ["order.cancelled", "ord_1", "/payments/orders/ord_1"],
  ["payment.received", "pay_1", "/payments/pay_1"],
  ["webhook_endpoint.created", "whe_1", "/webhooks/whe_1"],
  ["webhook_endpoint.deleted", "whe_1", undefined],
  ["webhook_delivery.replayed", "whd_1", "/webhooks/whe_1?delivery=whd_1"],
  ["api_key.created", "key_1", "/settings/api-keys/key_1"],
  ["zone.created", "example.com", "/zones/example.com"],
  ["zone.changed", "example.com", "/zones/example.com/history?version=4"],
  ["zone.allowed", "example.com", "/zones/new?name=example.com"],
  ["zone.deleted", "example.com", undefined],
  ["session.signed_in", "anna@example.com", undefined],
  ["toString.called", "example.com", undefined],
])("%s of %s opens %s", (action, target, path) => {
  const details = action === "zone.changed" ? { version: 4 } : { endpointId: "whe_1" };
  expect(pathOfEntry({ action, target, details })).toBe(path);
});
