import { billingOperations } from "./billing/rest.ts";
import { cardOperations } from "./cards/rest.ts";
import { chargeOperations } from "./charges/rest.ts";
import { ledgerOperations } from "./ledger/rest.ts";
import { paidPaymentOperations } from "./paid-payments/rest.ts";
import type { CardPorts } from "./ports.ts";

export const paymentOperations = (ports: CardPorts) => ({
  ...cardOperations(ports),
  ...chargeOperations(ports),
  ...paidPaymentOperations(),
  ...billingOperations(),
  ...ledgerOperations(),
});
