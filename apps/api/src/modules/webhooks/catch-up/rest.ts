import {
  webhookCatchUp,
  webhookCatchUpCount,
  webhookCatchUpInput,
  webhookEndpointParameters,
  webhookRetry,
} from "@zonepost/schema";
import {
  endpointMissedEvents,
  latestWebhookCatchUp,
  missedWebhookEvents,
  webhookCatchUpPreview,
} from "@zonepost/schema/panel";
import { named, operation, panelOperation } from "../../../kernel/http/operation.ts";
import { findCatchUp, getCatchUp } from "./get-catch-up.ts";
import { getMissedEvents, listMissedEvents } from "./missed-deliveries.ts";
import { retryNow } from "./retry-now.ts";
import { previewCatchUp, startCatchUp } from "./start-catch-up.ts";
import { stopCatchUp } from "./stop-catch-up.ts";

export const webhookCatchUpOperations = () =>
  named({
    startWebhookCatchUp: operation({
      method: "POST",
      path: "/webhooks/outbound/{id}/catch-up",
      tag: "Webhooks",
      summary: "Start a webhook catch-up",
      description:
        "Delivers the events that an endpoint has missed: those created from `since` to `until` whose delivery was skipped or failed. Events of the same domain or payment are first attempted in order, and its new events wait until then; if one fails, its retries hold back later ones only if the endpoint is `ordered`. A delivery that was never sent starts with attempt 1 and all its retries, one that was partly sent continues, and one that failed is tried once more.",
      right: "webhooks:write",
      parameters: webhookEndpointParameters,
      body: webhookCatchUpInput,
      output: webhookCatchUpCount,
      outputDescription: "The number of deliveries that are being prepared",
      successStatus: 202,
      problems: [404, 409],
      dryRun: {
        output: webhookCatchUpCount,
        outputDescription: "The number of deliveries, counted up to 100,000. Nothing is sent.",
        handle: (ctx, { parameters, body }) => previewCatchUp(ctx, { ...parameters, catchUp: body }),
      },
      handle: (ctx, { parameters, body }) => startCatchUp(ctx, { ...parameters, catchUp: body }),
    }),
    getWebhookCatchUp: operation({
      method: "GET",
      path: "/webhooks/outbound/{id}/catch-up",
      tag: "Webhooks",
      summary: "Get a webhook catch-up",
      right: "webhooks:read",
      parameters: webhookEndpointParameters,
      output: webhookCatchUp,
      outputDescription: "The progress of the endpoint's latest catch-up",
      successStatus: 200,
      problems: [404],
      handle: (ctx, { parameters }) => getCatchUp(ctx, parameters),
    }),
    stopWebhookCatchUp: operation({
      method: "DELETE",
      path: "/webhooks/outbound/{id}/catch-up",
      tag: "Webhooks",
      summary: "Stop a webhook catch-up",
      description: "The remaining deliveries become `skipped` again. Deliveries in flight are completed.",
      right: "webhooks:write",
      parameters: webhookEndpointParameters,
      output: webhookCatchUp,
      outputDescription: "The progress of the catch-up, which is being stopped",
      successStatus: 200,
      problems: [404, 409],
      handle: (ctx, { parameters }) => stopCatchUp(ctx, parameters),
    }),
    retryWebhookDeliveries: operation({
      method: "POST",
      path: "/webhooks/outbound/{id}/retry",
      tag: "Webhooks",
      summary: "Retry an endpoint's deliveries now",
      description:
        "For a receiver that works again: makes the next attempt and the scheduled retries of an active endpoint due now, also if the receiver asked to wait. While the endpoint is failing, one delivery is sent alone, and the others follow once it succeeds; if it fails, that counts as any failed attempt. At most 10 a minute per endpoint.",
      right: "webhooks:write",
      parameters: webhookEndpointParameters,
      output: webhookRetry,
      outputDescription: "The number of retries that became due",
      successStatus: 202,
      problems: [404, 409],
      handle: (ctx, { parameters }) => retryNow(ctx, parameters),
    }),
    findWebhookCatchUp: panelOperation({
      right: "webhooks:read",
      input: webhookEndpointParameters,
      output: latestWebhookCatchUp,
      handle: (ctx, input) => findCatchUp(ctx, input),
    }),
    previewWebhookCatchUp: panelOperation({
      right: "webhooks:write",
      input: webhookCatchUpPreview,
      output: webhookCatchUpCount,
      handle: (ctx, { id, since }) => previewCatchUp(ctx, { id, catchUp: { since } }),
    }),
    getMissedWebhookEvents: panelOperation({
      right: "webhooks:read",
      input: webhookEndpointParameters,
      output: endpointMissedEvents,
      handle: (ctx, input) => getMissedEvents(ctx, input),
    }),
    listMissedWebhookEvents: panelOperation({
      right: "webhooks:read",
      output: missedWebhookEvents,
      handle: (ctx) => listMissedEvents(ctx),
    }),
  });
