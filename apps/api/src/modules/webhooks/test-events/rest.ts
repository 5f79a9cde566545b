import { webhookDelivery, webhookEndpointParameters, webhookTestInput } from "@zonepost/schema";
import { named, operation } from "../../../kernel/http/operation.ts";
import { sendTestEvent } from "./send-test-event.ts";

export const webhookTestOperations = () =>
  named({
    sendWebhookTestEvent: operation({
      method: "POST",
      path: "/webhooks/outbound/{id}/test",
      tag: "Webhooks",
      summary: "Send a test event",
      description:
        "Sends a signed sample of an event type, with the data of its example, even if the endpoint is inactive or doesn't select the type. Its body has `test: true`, and so has the delivery in the log. It isn't retried and doesn't count as a failure. At most 30 a minute per workspace.",
      right: "webhooks:write",
      parameters: webhookEndpointParameters,
      body: webhookTestInput,
      output: webhookDelivery,
      outputDescription: "The delivery, pending until the response arrives",
      successStatus: 202,
      problems: [404],
      handle: (ctx, { parameters, body }) => sendTestEvent(ctx, { ...parameters, ...body }),
    }),
  });
