export { createDeliverySweep, type DeliverySweepDeps } from "./delivery/delivery-loop.ts";
export { createEndpoint } from "./endpoints/create-endpoint.ts";
export { emit, emitAll } from "./events/emit.ts";
export { deliveryWork } from "./jobs.ts";
export { webhookPartitions, webhookRetentionRules } from "./model/retention.ts";
export type { WebhookPorts } from "./ports.ts";
export { webhookOperations } from "./rest.ts";
export { createRotationSweep } from "./rotation/rotation-sweep.ts";
export { createWebhooksRouter } from "./trpc.ts";
