import {
  webhookDelivery,
  webhookEndpoint,
  webhookEndpointCreated,
  webhookEndpointInput,
  webhookEndpointParameters,
  webhookEndpointPatch,
} from "@zonepost/schema";
import { z } from "zod";
import { type Operation, operation } from "../../kernel/operation.ts";
import type { WebhookPorts } from "./ports.ts";
import { getEndpoint } from "./queries/get-endpoint.ts";
import { listDeliveries } from "./queries/list-deliveries.ts";
import { listEndpoints } from "./queries/list-endpoints.ts";
import { createEndpoint } from "./use-cases/create-endpoint.ts";
import { deleteEndpoint } from "./use-cases/delete-endpoint.ts";
import { reactivateEndpoint } from "./use-cases/reactivate-endpoint.ts";
import { updateEndpoint } from "./use-cases/update-endpoint.ts";

/** The operations of webhook endpoints and their log of deliveries. */
export const webhookOperations = (ports: WebhookPorts): Operation[] => [
  operation({
    operationId: "createWebhookEndpoint",
    method: "POST",
    path: "/webhooks/outbound",
    tag: "Webhooks",
    summary: "Subscribe an endpoint to events",
    description: "The answer carries the signing secret, this one time only.",
    right: "webhooks:write",
    body: webhookEndpointInput,
    output: webhookEndpointCreated,
    outputDescription: "The endpoint, with its secret",
    successStatus: 201,
    problems: [409],
    onceOnlyFields: ["secret"],
    handle: (ctx, { body }) => createEndpoint({ ...ctx, ...ports }, body),
  }),
  operation({
    operationId: "listWebhookEndpoints",
    method: "GET",
    path: "/webhooks/outbound",
    tag: "Webhooks",
    summary: "List the workspace's webhook endpoints",
    right: "webhooks:read",
    output: z.array(webhookEndpoint),
    outputDescription: "All endpoints, oldest first, without their secrets",
    successStatus: 200,
    problems: [],
    handle: (ctx) => listEndpoints(ctx),
  }),
  operation({
    operationId: "getWebhookEndpoint",
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
  operation({
    operationId: "updateWebhookEndpoint",
    method: "PATCH",
    path: "/webhooks/outbound/{id}",
    tag: "Webhooks",
    summary: "Change or pause a webhook endpoint",
    description:
      "Retries that wait follow the change: another URL gets them, and events no longer chosen are skipped.",
    right: "webhooks:write",
    parameters: webhookEndpointParameters,
    body: webhookEndpointPatch,
    output: webhookEndpoint,
    outputDescription: "The endpoint as it is now",
    successStatus: 200,
    problems: [404],
    handle: (ctx, { parameters, body }) =>
      updateEndpoint({ ...ctx, ...ports }, { ...parameters, patch: body }),
  }),
  operation({
    operationId: "deleteWebhookEndpoint",
    method: "DELETE",
    path: "/webhooks/outbound/{id}",
    tag: "Webhooks",
    summary: "Delete a webhook endpoint",
    right: "webhooks:write",
    parameters: webhookEndpointParameters,
    output: z.void(),
    outputDescription: "The endpoint is gone, with its log and what waited for it",
    successStatus: 204,
    problems: [404],
    handle: (ctx, { parameters }) => deleteEndpoint(ctx, parameters),
  }),
  operation({
    operationId: "reactivateWebhookEndpoint",
    method: "POST",
    path: "/webhooks/outbound/{id}/reactivate",
    tag: "Webhooks",
    summary: "Reactivate a webhook endpoint",
    description: "Its count of failures starts over. An endpoint that is active stays as it is.",
    right: "webhooks:write",
    sessionOnly: true,
    parameters: webhookEndpointParameters,
    output: webhookEndpoint,
    outputDescription: "The endpoint, active",
    successStatus: 200,
    problems: [404],
    handle: (ctx, { parameters }) => reactivateEndpoint(ctx, parameters),
  }),
  operation({
    operationId: "listWebhookDeliveries",
    method: "GET",
    path: "/webhooks/outbound/{id}/deliveries",
    tag: "Webhooks",
    summary: "List an endpoint's latest deliveries",
    right: "webhooks:read",
    parameters: webhookEndpointParameters,
    output: z.array(webhookDelivery),
    outputDescription: "The latest 100 deliveries, newest first",
    successStatus: 200,
    problems: [404],
    handle: (ctx, { parameters }) => listDeliveries(ctx, parameters),
  }),
];
