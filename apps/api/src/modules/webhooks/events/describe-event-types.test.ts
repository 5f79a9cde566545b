import { eventTypes } from "@zonepost/schema";
import { expect, it } from "vitest";
import { z } from "zod";
import { describeEventTypes } from "./describe-event-types.ts";

it.each(describeEventTypes())(
  "describes $name with a schema that its example fits",
  ({ name, schema, example }) => {
    expect(example).toMatchObject({ type: name, sequence: 1 });
    const parsed = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    expect(parsed.parse(example)).toEqual(example);
    expect(parsed.safeParse({ ...example, sequence: "1" }).success).toBe(false);
    // Fields are added without notice.
    expect(parsed.parse({ ...example, addedLater: true })).toHaveProperty("addedLater");
  },
);

it("describes the whole catalog", () => {
  expect(describeEventTypes().map(({ name }) => name)).toEqual(eventTypes);
});
