import { type EventType, eventBodies, exampleEvent, subjectOf } from "@zonepost/schema";
import { publicId } from "../../../kernel/ids.ts";

type TestEvent = { id: string; workspaceId: string; type: EventType; createdAt: Date };

/** The catalog's example as an event of the workspace. */
export function testEventOf({ id, workspaceId, type, createdAt }: TestEvent) {
  const body = eventBodies[type].parse({
    ...exampleEvent(type),
    id: publicId("evt", id),
    createdAt: createdAt.toISOString(),
    workspaceId: publicId("wsp", workspaceId),
    test: true,
  });
  return { subject: subjectOf(body.data), sequence: body.sequence, body: JSON.stringify(body) };
}
