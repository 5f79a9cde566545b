import { pageQuery, webhookDelivery, webhookEndpointParameters } from "@zonepost/schema";
import { webhookDeliveryDetails, webhookDeliveryParameters } from "@zonepost/schema/panel";
import { z } from "zod";
import { named, operation, panelOperation } from "../../../kernel/http/operation.ts";
import { getDelivery } from "./get-delivery.ts";
import { listDeliveries } from "./list-deliveries.ts";

export const webhookLogOperations = () =>
  named({
    listWebhookDeliveries: operation({
      method: "GET",
      path: "/webhooks/outbound/{id}/deliveries",
      tag: "Webhooks",
      summary: "List webhook deliveries",
      right: "webhooks:read",
      parameters: webhookEndpointParameters,
      query: pageQuery,
      output: z.array(webhookDelivery),
      outputDescription: "The latest 100 deliveries, newest first. Use `limit` to page through all of them.",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters, query }) => listDeliveries(ctx, parameters, query),
    }),
    getWebhookDelivery: panelOperation({
      right: "webhooks:read",
      input: webhookDeliveryParameters,
      output: webhookDeliveryDetails,
      handle: (ctx, input) => getDelivery(ctx, input),
    }),
  });
