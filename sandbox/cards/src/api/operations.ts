import type { Operation } from "./operation.ts";
import { chargeOperations } from "./resources/charges.ts";
import { customerOperations } from "./resources/customers.ts";
import { disputeOperations } from "./resources/disputes.ts";
import { eventOperations } from "./resources/events.ts";
import { paymentIntentOperations } from "./resources/payment-intents.ts";
import { paymentMethodOperations } from "./resources/payment-methods.ts";
import { refundOperations } from "./resources/refunds.ts";
import { sessionOperations } from "./resources/sessions.ts";
import { setupIntentOperations } from "./resources/setup-intents.ts";

/** The subset of Stripe's API that this server has. */
export const operations: readonly Operation[] = [
  ...customerOperations,
  ...paymentMethodOperations,
  ...setupIntentOperations,
  ...sessionOperations,
  ...paymentIntentOperations,
  ...chargeOperations,
  ...refundOperations,
  ...disputeOperations,
  ...eventOperations,
];
