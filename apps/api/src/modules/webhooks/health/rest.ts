import { webhookEndpointParameters } from "@zonepost/schema";
import { webhookHealth } from "@zonepost/schema/panel";
import { named, panelOperation } from "../../../kernel/http/operation.ts";
import { getHealth } from "./get-health.ts";

export const webhookHealthOperations = () =>
  named({
    getWebhookHealth: panelOperation({
      right: "webhooks:read",
      input: webhookEndpointParameters,
      output: webhookHealth,
      handle: (ctx, input) => getHealth(ctx, input),
    }),
  });
