export { createDeliverySweep, type DeliverySweepDeps, deliveryWork } from "./jobs.ts";
export type { WebhookAnswer, WebhookPorts, WebhookRequest, WebhookTransport } from "./ports.ts";
export type { DeliveryDetail } from "./queries/get-delivery.ts";
export type { EndpointHealthView, HealthBucket } from "./queries/get-health.ts";
export { webhookOperations } from "./rest.ts";
export { createWebhooksRouter } from "./trpc.ts";
export { createEndpoint } from "./use-cases/create-endpoint.ts";
export { type EmittedEvent, emit } from "./use-cases/emit.ts";
