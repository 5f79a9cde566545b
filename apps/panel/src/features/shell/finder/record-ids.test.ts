import { expect, it } from "vitest";
import { recordOfId } from "./record-ids.ts";

const number = "01k3v2m8q4f7x9b0c1d2e3f4g5";

it.each([
  [`pay_${number}`, `/payments/pay_${number}`],
  [` PAY_${number.toUpperCase()} `, `/payments/pay_${number}`],
  [`ord_${number}`, `/payments/orders/ord_${number}`],
  [`dop_${number}`, `/domains/operations/dop_${number}`],
  [`whe_${number}`, `/webhooks/whe_${number}`],
  [`key_${number}`, `/settings/api-keys/key_${number}`],
  [`con_${number}`, `/contacts?contact=con_${number}`],
  [`aud_${number}`, `/activity/audit-log?entry=aud_${number}`],
  ["pay_", "/payments"],
  ["ord_01k3", "/payments/orders"],
  ["dop_", "/activity"],
  ["whe_", "/webhooks"],
  ["pay", undefined],
  ["payment", undefined],
  [`xyz_${number}`, undefined],
])("%s leads to %s", (query, href) => {
  expect(recordOfId(query)?.href).toBe(href);
});
