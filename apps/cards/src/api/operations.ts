import type { Operation } from "./operation.ts";
import { customerOperations } from "./resources/customers.ts";
import { eventOperations } from "./resources/events.ts";
import { paymentMethodOperations } from "./resources/payment-methods.ts";
import { sessionOperations } from "./resources/sessions.ts";
import { setupIntentOperations } from "./resources/setup-intents.ts";

/** The subset of Stripe's API that this server has. */
export const operations: readonly Operation[] = [
  ...customerOperations,
  ...paymentMethodOperations,
  ...setupIntentOperations,
  ...sessionOperations,
  ...eventOperations,
];
