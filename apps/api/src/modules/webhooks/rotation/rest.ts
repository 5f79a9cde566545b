import {
  webhookEndpoint,
  webhookEndpointCreated,
  webhookEndpointParameters,
  webhookSecretInput,
} from "@zonepost/schema";
import { named, operation } from "../../../kernel/http/operation.ts";
import type { WebhookPorts } from "../ports.ts";
import { cancelRotation } from "./cancel-rotation.ts";
import { startRotation } from "./start-rotation.ts";
import { switchSecret } from "./switch-secret.ts";

export const webhookRotationOperations = (ports: WebhookPorts) =>
  named({
    rotateWebhookSecret: operation({
      method: "POST",
      path: "/webhooks/outbound/{id}/secret",
      tag: "Webhooks",
      summary: "Rotate the signing secret",
      description:
        "Creates a new secret, which is shown only once. During the overlap, `X-Service-Signature` is made with the current secret, and `webhook-signature` has a signature of each. Add the new secret to your receiver, then switch. If you don't, the switch happens at the end of the overlap.",
      right: "webhooks:write",
      parameters: webhookEndpointParameters,
      body: webhookSecretInput,
      output: webhookEndpointCreated,
      outputDescription: "The endpoint with its new secret",
      successStatus: 201,
      problems: [404, 409],
      onceOnlyFields: ["secret"],
      handle: (ctx, { parameters, body }) => startRotation({ ...ctx, ...ports }, { ...parameters, ...body }),
    }),
    switchWebhookSecret: operation({
      method: "POST",
      path: "/webhooks/outbound/{id}/secret/switch",
      tag: "Webhooks",
      summary: "Switch to the new signing secret",
      description: "From the next attempt on, deliveries are signed only with the new secret.",
      right: "webhooks:write",
      parameters: webhookEndpointParameters,
      output: webhookEndpoint,
      outputDescription: "The endpoint, whose rotation has ended",
      successStatus: 200,
      problems: [404, 409],
      handle: (ctx, { parameters }) => switchSecret(ctx, parameters),
    }),
    cancelWebhookSecretRotation: operation({
      method: "POST",
      path: "/webhooks/outbound/{id}/secret/cancel",
      tag: "Webhooks",
      summary: "Cancel a secret rotation",
      description: "Discards the new secret, for example because it was lost. The current one keeps signing.",
      right: "webhooks:write",
      parameters: webhookEndpointParameters,
      output: webhookEndpoint,
      outputDescription: "The endpoint, whose secret is unchanged",
      successStatus: 200,
      problems: [404, 409],
      handle: (ctx, { parameters }) => cancelRotation(ctx, parameters),
    }),
  });
