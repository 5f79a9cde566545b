import {
  webhookDelivery,
  webhookDeliveryDetails,
  webhookDeliveryParameters,
  webhookDeliveryQuery,
  webhookEndpointParameters,
} from "@zonepost/schema";
import { webhookDeliveryPage, webhookDeliveryPageQuery } from "@zonepost/schema/panel";
import { z } from "zod";
import { named, operation, panelOperation } from "../../../kernel/http/operation.ts";
import { getDelivery } from "./get-delivery.ts";
import { listDeliveries, pageDeliveries } from "./list-deliveries.ts";
import { replayDelivery } from "./replay-delivery.ts";

export const webhookLogOperations = () =>
  named({
    listWebhookDeliveries: operation({
      method: "GET",
      path: "/webhooks/outbound/{id}/deliveries",
      tag: "Webhooks",
      summary: "List webhook deliveries",
      right: "webhooks:read",
      parameters: webhookEndpointParameters,
      query: webhookDeliveryQuery,
      output: z.array(webhookDelivery),
      outputDescription: "The latest 100 deliveries, newest first. Use `limit` to page through all of them.",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters, query }) => listDeliveries(ctx, parameters, query),
    }),
    getWebhookDelivery: operation({
      method: "GET",
      path: "/webhooks/outbound/{id}/deliveries/{deliveryId}",
      tag: "Webhooks",
      summary: "Get a webhook delivery",
      description:
        "Includes every attempt: the request as it was sent, the response as it was received, and why it failed.",
      right: "webhooks:read",
      parameters: webhookDeliveryParameters,
      output: webhookDeliveryDetails,
      outputDescription: "The delivery and its attempts",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getDelivery(ctx, parameters),
    }),
    replayWebhookDelivery: operation({
      method: "POST",
      path: "/webhooks/outbound/{id}/deliveries/{deliveryId}/replay",
      tag: "Webhooks",
      summary: "Replay a webhook delivery",
      description:
        "Makes one more attempt now, with the same event ID and body. The attempt isn't retried if it fails; a retry that was already scheduled then takes place as planned.",
      right: "webhooks:write",
      parameters: webhookDeliveryParameters,
      output: webhookDelivery,
      outputDescription: "The delivery, pending until the attempt is made",
      successStatus: 202,
      problems: [404, 409],
      handle: (ctx, { parameters }) => replayDelivery(ctx, parameters),
    }),
    pageWebhookDeliveries: panelOperation({
      right: "webhooks:read",
      input: webhookDeliveryPageQuery,
      output: webhookDeliveryPage,
      handle: (ctx, input) => pageDeliveries(ctx, input),
    }),
  });
