import {
  pageQuery,
  webhookDelivery,
  webhookEndpoint,
  webhookEndpointCreated,
  webhookEndpointInput,
  webhookEndpointParameters,
  webhookEndpointPatch,
} from "@zonepost/schema";
import { webhookDeliveryDetails, webhookDeliveryParameters, webhookHealth } from "@zonepost/schema/panel";
import { z } from "zod";
import { named, operation, panelOperation } from "../../kernel/http/operation.ts";
import type { WebhookPorts } from "./ports.ts";
import { getDelivery } from "./queries/get-delivery.ts";
import { getEndpoint } from "./queries/get-endpoint.ts";
import { getHealth } from "./queries/get-health.ts";
import { listDeliveries } from "./queries/list-deliveries.ts";
import { listEndpoints } from "./queries/list-endpoints.ts";
import { createEndpoint } from "./use-cases/create-endpoint.ts";
import { deleteEndpoint } from "./use-cases/delete-endpoint.ts";
import { reactivateEndpoint } from "./use-cases/reactivate-endpoint.ts";
import { updateEndpoint } from "./use-cases/update-endpoint.ts";

export const webhookOperations = (ports: WebhookPorts) =>
  named({
    createWebhookEndpoint: operation({
      method: "POST",
      path: "/webhooks/outbound",
      tag: "Webhooks",
      summary: "Create a webhook endpoint",
      description: "The response contains the signing secret. It is not shown again.",
      right: "webhooks:write",
      body: webhookEndpointInput,
      output: webhookEndpointCreated,
      outputDescription: "The endpoint, including its secret",
      successStatus: 201,
      problems: [409],
      onceOnlyFields: ["secret"],
      handle: (ctx, { body }) => createEndpoint({ ...ctx, ...ports }, body),
    }),
    listWebhookEndpoints: operation({
      method: "GET",
      path: "/webhooks/outbound",
      tag: "Webhooks",
      summary: "List webhook endpoints",
      right: "webhooks:read",
      query: pageQuery,
      output: z.array(webhookEndpoint),
      outputDescription: "All endpoints, oldest first, without secrets",
      successStatus: 200,
      problems: [],
      handle: (ctx, { query }) => listEndpoints(ctx, query),
    }),
    getWebhookEndpoint: operation({
      method: "GET",
      path: "/webhooks/outbound/{id}",
      tag: "Webhooks",
      summary: "Get a webhook endpoint",
      right: "webhooks:read",
      parameters: webhookEndpointParameters,
      output: webhookEndpoint,
      outputDescription: "The endpoint, without secret",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getEndpoint(ctx, parameters),
    }),
    updateWebhookEndpoint: operation({
      method: "PATCH",
      path: "/webhooks/outbound/{id}",
      tag: "Webhooks",
      summary: "Update a webhook endpoint",
      description:
        "The change applies to pending retries: they go to the new URL, and events you no longer select are skipped.",
      right: "webhooks:write",
      parameters: webhookEndpointParameters,
      body: webhookEndpointPatch,
      output: webhookEndpoint,
      outputDescription: "The updated endpoint",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters, body }) =>
        updateEndpoint({ ...ctx, ...ports }, { ...parameters, patch: body }),
    }),
    deleteWebhookEndpoint: operation({
      method: "DELETE",
      path: "/webhooks/outbound/{id}",
      tag: "Webhooks",
      summary: "Delete a webhook endpoint",
      right: "webhooks:write",
      parameters: webhookEndpointParameters,
      output: z.void(),
      outputDescription: "The endpoint, its delivery log and its pending deliveries were deleted",
      successStatus: 204,
      problems: [404],
      handle: (ctx, { parameters }) => deleteEndpoint(ctx, parameters),
    }),
    reactivateWebhookEndpoint: operation({
      method: "POST",
      path: "/webhooks/outbound/{id}/reactivate",
      tag: "Webhooks",
      summary: "Reactivate a webhook endpoint",
      description: "Resets the failure count. Does nothing if the endpoint is already active.",
      right: "webhooks:write",
      sessionOnly: true,
      parameters: webhookEndpointParameters,
      output: webhookEndpoint,
      outputDescription: "The active endpoint",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => reactivateEndpoint(ctx, parameters),
    }),
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
    getWebhookHealth: panelOperation({
      right: "webhooks:read",
      input: webhookEndpointParameters,
      output: webhookHealth,
      handle: (ctx, input) => getHealth(ctx, input),
    }),
    getWebhookDelivery: panelOperation({
      right: "webhooks:read",
      input: webhookDeliveryParameters,
      output: webhookDeliveryDetails,
      handle: (ctx, input) => getDelivery(ctx, input),
    }),
  });
