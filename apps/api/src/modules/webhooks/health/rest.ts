import { webhookEndpointParameters } from "@zonepost/schema";
import { webhookActivity, webhookHealth } from "@zonepost/schema/panel";
import { named, panelOperation } from "../../../kernel/http/operation.ts";
import { getActivity } from "./get-activity.ts";
import { getHealth } from "./get-health.ts";

export const webhookHealthOperations = () =>
  named({
    getWebhookHealth: panelOperation({
      right: "webhooks:read",
      input: webhookEndpointParameters,
      output: webhookHealth,
      handle: (ctx, input) => getHealth(ctx, input),
    }),
    getWebhookActivity: panelOperation({
      right: "webhooks:read",
      output: webhookActivity,
      handle: (ctx) => getActivity(ctx),
    }),
  });
