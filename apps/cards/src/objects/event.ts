import { apiVersion } from "../api-version.ts";
import { newId, seconds } from "./object-fields.ts";

export type Event = {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: unknown };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
};

export function newEvent(
  type: string,
  subject: unknown,
  request: Event["request"],
  pendingWebhooks: number,
  now: Date,
): Event {
  return {
    id: newId("event"),
    object: "event",
    api_version: apiVersion,
    created: seconds(now),
    data: { object: subject },
    livemode: false,
    pending_webhooks: pendingWebhooks,
    request,
    type,
  };
}
