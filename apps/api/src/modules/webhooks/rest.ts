import { webhookCatchUpOperations } from "./catch-up/rest.ts";
import { webhookEndpointOperations } from "./endpoints/rest.ts";
import { webhookEventOperations } from "./events/rest.ts";
import { webhookHealthOperations } from "./health/rest.ts";
import { webhookLogOperations } from "./log/rest.ts";
import type { WebhookPorts } from "./ports.ts";
import { webhookRotationOperations } from "./rotation/rest.ts";
import { webhookTestOperations } from "./test-events/rest.ts";

export const webhookOperations = (ports: WebhookPorts) => ({
  ...webhookEndpointOperations(ports),
  ...webhookRotationOperations(ports),
  ...webhookTestOperations(),
  ...webhookEventOperations(),
  ...webhookCatchUpOperations(),
  ...webhookLogOperations(),
  ...webhookHealthOperations(),
});
