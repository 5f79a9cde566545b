export { createDeliverySweep, type DeliverySweepDeps } from "./delivery-loop.ts";
export { deliveryWork } from "./jobs.ts";
export type { WebhookPorts } from "./ports.ts";
export { webhookOperations } from "./rest.ts";
export { createWebhooksRouter } from "./trpc.ts";
export { createEndpoint } from "./use-cases/create-endpoint.ts";
export { emit, emitAll } from "./use-cases/emit.ts";
