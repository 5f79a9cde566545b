import { type EventType, eventBodies, eventCatalog, subjectOf } from "@zonepost/schema";
import { publicId } from "../../../kernel/ids.ts";

type TestEvent = { id: string; workspaceId: string; type: EventType; createdAt: Date };

/** A sample in the form of a real event of the workspace, with the data of the catalog's example. */
export function testEventOf({ id, workspaceId, type, createdAt }: TestEvent) {
  const body = eventBodies[type].parse({
    id: publicId("evt", id),
    type,
    createdAt: createdAt.toISOString(),
    workspaceId: publicId("wsp", workspaceId),
    sequence: 1,
    data: eventCatalog[type].example,
  });
  return { subject: subjectOf(body.data), sequence: body.sequence, body: JSON.stringify(body) };
}
