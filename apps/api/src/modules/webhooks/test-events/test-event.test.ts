import { eventBodies, eventTypes } from "@zonepost/schema";
import { expect, it } from "vitest";
import { newId, publicId } from "../../../kernel/ids.ts";
import { testEventOf } from "./test-event.ts";

it.each(eventTypes)("a test of %s has the form of a real event of the workspace", (type) => {
  const [id, workspaceId] = [newId(), newId()];
  const createdAt = new Date("2026-03-01T09:30:00.000Z");
  const event = testEventOf({ id, workspaceId, type, createdAt });
  const body = JSON.parse(event.body);
  expect(eventBodies[type].parse(body)).toEqual(body);
  expect(body).toMatchObject({
    id: publicId("evt", id),
    type,
    createdAt: createdAt.toISOString(),
    workspaceId: publicId("wsp", workspaceId),
    sequence: event.sequence,
    test: true,
  });
  expect(Object.values(body.data)).toContain(event.subject);
});
