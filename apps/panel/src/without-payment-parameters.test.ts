import { expect, it } from "vitest";
import { withoutPaymentParameters } from "./without-payment-parameters.ts";

const panel = "https://panel.example.com";
const cleaned = (path: string) => withoutPaymentParameters(new URL(`http://127.0.0.1:3000${path}`), panel);

it.each([
  [
    "/payments/orders/ord_1?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded",
    "/payments/orders/ord_1",
  ],
  [
    "/payments/orders/ord_1?from=basket&payment_intent_client_secret=pi_1_secret_2&source_type=card",
    "/payments/orders/ord_1?from=basket",
  ],
  ["/settings/billing?setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_2", "/settings/billing"],
])("takes what a payment's bank adds out of the address: %s", (asked, kept) => {
  expect(cleaned(asked)?.href).toBe(`${panel}${kept}`);
});

it("never leads out of the panel, whatever the path", () => {
  expect(cleaned("//elsewhere.example/?redirect_status=succeeded")?.origin).toBe(panel);
});

it("leaves other addresses as they are", () => {
  expect(cleaned("/domains?query=payment_intent")).toBeUndefined();
});
