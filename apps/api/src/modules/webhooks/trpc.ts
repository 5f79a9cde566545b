import { mutationOf, queryOf, router } from "../../kernel/http/trpc.ts";
import type { WebhookPorts } from "./ports.ts";
import { webhookOperations } from "./rest.ts";

export const createWebhooksRouter = (ports: WebhookPorts) => {
  const operations = webhookOperations(ports);
  return router({
    list: queryOf(operations.listWebhookEndpoints),
    get: queryOf(operations.getWebhookEndpoint),
    create: mutationOf(operations.createWebhookEndpoint),
    update: mutationOf(operations.updateWebhookEndpoint),
    delete: mutationOf(operations.deleteWebhookEndpoint),
    reactivate: mutationOf(operations.reactivateWebhookEndpoint),
    rotateSecret: mutationOf(operations.rotateWebhookSecret),
    switchSecret: mutationOf(operations.switchWebhookSecret),
    cancelRotation: mutationOf(operations.cancelWebhookSecretRotation),
    sendTest: mutationOf(operations.sendWebhookTestEvent),
    catchUp: queryOf(operations.findWebhookCatchUp),
    catchUpCount: queryOf(operations.previewWebhookCatchUp),
    startCatchUp: mutationOf(operations.startWebhookCatchUp),
    stopCatchUp: mutationOf(operations.stopWebhookCatchUp),
    retryNow: mutationOf(operations.retryWebhookDeliveries),
    missedOf: queryOf(operations.getMissedWebhookEvents),
    missed: queryOf(operations.listMissedWebhookEvents),
    health: queryOf(operations.getWebhookHealth),
    activity: queryOf(operations.getWebhookActivity),
    delivery: queryOf(operations.getWebhookDelivery),
    deliveryPage: queryOf(operations.pageWebhookDeliveries),
    replay: mutationOf(operations.replayWebhookDelivery),
  });
};
