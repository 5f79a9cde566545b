import { billingOperations } from "./billing/rest.ts";
import { cardOperations } from "./cards/rest.ts";
import type { PaymentPorts } from "./ports.ts";

export const paymentOperations = (ports: PaymentPorts) => ({
  ...cardOperations(ports),
  ...billingOperations(),
});
