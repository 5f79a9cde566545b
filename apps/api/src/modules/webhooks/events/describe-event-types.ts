import {
  type EventTypeDescription,
  eventBodies,
  eventCatalog,
  eventTypes,
  exampleEvent,
} from "@zonepost/schema";
import { z } from "zod";

let described: EventTypeDescription[] | undefined;

/** Built on first use, because few processes ever serve it. */
export function describeEventTypes(): EventTypeDescription[] {
  described ??= eventTypes.map((name) => ({
    name,
    description: eventCatalog[name].description,
    schema: z.toJSONSchema(eventBodies[name], { io: "output", override: leaveOpen }),
    example: exampleEvent(name),
  }));
  return described;
}

/** Fields are added without notice. */
function leaveOpen({ jsonSchema }: { jsonSchema: { additionalProperties?: unknown } }): void {
  if (jsonSchema.additionalProperties === false) {
    delete jsonSchema.additionalProperties;
  }
}
