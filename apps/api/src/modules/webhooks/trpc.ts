import {
  webhookEndpointParameters as endpointId,
  webhookEndpointInput,
  webhookEndpointPatch,
} from "@zonepost/schema";
import { whole } from "../../kernel/page.ts";
import { procedure, router } from "../../kernel/trpc.ts";
import { parseInput } from "../../kernel/validation.ts";
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

const endpointUpdate = endpointId.extend(webhookEndpointPatch.shape);

export const createWebhooksRouter = (ports: WebhookPorts) =>
  router({
    list: procedure.query(({ ctx }) => whole(listEndpoints(ctx))),
    get: procedure.input(endpointId).query(({ ctx, input }) => getEndpoint(ctx, input)),
    create: procedure
      .input(webhookEndpointInput)
      .mutation(({ ctx, input }) => createEndpoint({ ...ctx, ...ports }, input)),
    update: procedure
      .input(endpointUpdate)
      .mutation(({ ctx, input: { id, ...patch } }) =>
        updateEndpoint({ ...ctx, ...ports }, { id, patch: parseInput(webhookEndpointPatch, patch) }),
      ),
    delete: procedure.input(endpointId).mutation(({ ctx, input }) => deleteEndpoint(ctx, input)),
    reactivate: procedure.input(endpointId).mutation(({ ctx, input }) => reactivateEndpoint(ctx, input)),
    deliveries: procedure.input(endpointId).query(({ ctx, input }) => whole(listDeliveries(ctx, input))),
    health: procedure.input(endpointId).query(({ ctx, input }) => getHealth(ctx, input)),
    delivery: procedure.input(endpointId).query(({ ctx, input }) => getDelivery(ctx, input)),
  });
