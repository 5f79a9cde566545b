import { apiVersion } from "../api-version.ts";
import { newId, seconds } from "./object-fields.ts";

export type Event = {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: unknown; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
};

export function newEvent(
  type: string,
  data: Event["data"],
  request: Event["request"],
  pendingWebhooks: number,
  now: Date,
): Event {
  return {
    id: newId("event"),
    object: "event",
    api_version: apiVersion,
    created: seconds(now),
    data,
    livemode: false,
    pending_webhooks: pendingWebhooks,
    request,
    type,
  };
}

/** An object in an event. With its state before, the event also has the former values of the changed fields. */
export function eventData(subject: object, before: object | undefined): Event["data"] {
  if (!before) {
    return { object: subject };
  }
  const current = subject as Record<string, unknown>;
  const changed = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(current[name]),
  );
  return { object: subject, previous_attributes: Object.fromEntries(changed) };
}
