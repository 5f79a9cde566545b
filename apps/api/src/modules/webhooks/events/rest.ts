import {
  eventBodies,
  eventQuery,
  eventTypeDescription,
  eventTypes,
  type ZonepostEvent,
} from "@zonepost/schema";
import { z } from "zod";
import { named, operation } from "../../../kernel/http/operation.ts";
import { listEventTypes } from "./list-event-types.ts";
import { listEvents } from "./list-events.ts";

const eventBody = z.union(eventTypes.map((type) => eventBodies[type]));

export const webhookEventOperations = () =>
  named({
    listEvents: operation({
      method: "GET",
      path: "/events",
      tag: "Webhooks",
      summary: "List events",
      description:
        "For programs that poll instead of receiving deliveries. Every response has a `Link` to the next page, even if there are no further events yet: follow it again later. No event is skipped or repeated.",
      right: "webhooks:read",
      query: eventQuery,
      // As stored, and so exactly as delivered: also events from before a field was added.
      output: z.array(z.custom<ZonepostEvent>()),
      describedOutput: z.array(eventBody),
      outputDescription: "Events, oldest first: the bodies of their deliveries",
      successStatus: 200,
      problems: [],
      handle: (ctx, { query }) => listEvents(ctx, query),
    }),
    listEventTypes: operation({
      method: "GET",
      path: "/webhooks/event-types",
      tag: "Webhooks",
      summary: "List event types",
      description: "The catalog of events, also as a page at `/docs/event-types`.",
      right: "webhooks:read",
      output: z.array(eventTypeDescription),
      outputDescription: "All event types",
      successStatus: 200,
      problems: [],
      handle: (ctx) => listEventTypes(ctx),
    }),
  });
