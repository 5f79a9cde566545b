import {
  webhookEndpoint,
  webhookEndpointCreated,
  webhookEndpointInput,
  webhookEndpointParameters,
  webhookEndpointPatch,
  webhookEndpointQuery,
  webhookReactivation,
} from "@zonepost/schema";
import { z } from "zod";
import { named, operation } from "../../../kernel/http/operation.ts";
import type { WebhookPorts } from "../ports.ts";
import { bodyWithUrl } from "./body-with-url.ts";
import { createEndpoint } from "./create-endpoint.ts";
import { deleteEndpoint } from "./delete-endpoint.ts";
import { getEndpoint } from "./get-endpoint.ts";
import { listEndpoints } from "./list-endpoints.ts";
import { reactivateEndpoint } from "./reactivate-endpoint.ts";
import { readUrlBefore, updateEndpoint } from "./update-endpoint.ts";

export const webhookEndpointOperations = (ports: WebhookPorts) =>
  named({
    createWebhookEndpoint: operation({
      method: "POST",
      path: "/webhooks/outbound",
      tag: "Webhooks",
      summary: "Create a webhook endpoint",
      description: "The response contains the signing secret. It is not shown again.",
      right: "webhooks:write",
      body: bodyWithUrl(webhookEndpointInput, ports),
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
      query: webhookEndpointQuery,
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
      outputDescription: "The endpoint, without its secret",
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
      body: bodyWithUrl(webhookEndpointPatch, ports),
      output: webhookEndpoint,
      outputDescription: "The updated endpoint",
      successStatus: 200,
      problems: [404, 409],
      readBefore: (ctx, { parameters, body }) => readUrlBefore(ctx, { ...parameters, patch: body }),
      handle: (ctx, { parameters, body }) => updateEndpoint(ctx, { ...parameters, patch: body }),
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
      description:
        "Resets the failure count. With `catchUp`, also delivers everything that the endpoint has missed since it was deactivated, with first attempts in order for each domain or payment, and attempts deliveries on hold at once. Without `catchUp`, does nothing if the endpoint is already active.",
      right: "webhooks:write",
      sessionOnly: true,
      parameters: webhookEndpointParameters,
      body: webhookReactivation,
      output: webhookEndpoint,
      outputDescription: "The active endpoint",
      successStatus: 200,
      problems: [404, 409],
      handle: (ctx, { parameters, body }) => reactivateEndpoint(ctx, { ...parameters, ...body }),
    }),
  });
