import { describe, expect, expectTypeOf, it } from "vitest";
import { eventBodies, eventCatalog, eventTypes, parseEvent, UnknownEventError } from "./events.ts";

const envelope = {
  id: "evt_01k3v2m8q4f7x9b0c1d2e3f4g5",
  createdAt: "2026-03-01T09:30:00.000Z",
  workspaceId: "wsp_01k3v2m8q4f7x9b0c1d2e3f4g5",
  sequence: 3,
};

describe("the event catalog", () => {
  it("has the eleven events of the contract, and those of zones", () => {
    expect(eventTypes.filter((type) => !type.startsWith("zone."))).toHaveLength(11);
  });

  it("has an example for each event that matches its own schema", () => {
    for (const type of eventTypes) {
      const body = { ...envelope, type, data: eventCatalog[type].example };
      expect(eventBodies[type].parse(body)).toEqual(body);
    }
  });
});

describe("parseEvent", () => {
  it("returns a union discriminated on type", () => {
    const event = parseEvent(
      JSON.stringify({
        ...envelope,
        type: "domain.transferred",
        data: { name: "example.com", direction: "in" },
      }),
    );
    if (event.type !== "domain.transferred") {
      throw new Error("wrong type");
    }
    expectTypeOf(event.data.direction).toEqualTypeOf<"in" | "out">();
    expect(event.data.direction).toBe("in");
  });

  it("accepts bytes and text, and drops fields that a later version adds", () => {
    const data = { name: "example.com", direction: "out", reason: "new" };
    const bytes = new TextEncoder().encode(JSON.stringify({ ...envelope, type: "domain.transferred", data }));
    expect(parseEvent(bytes).data).toEqual({ name: "example.com", direction: "out" });
  });

  it("gives an event from before sequences existed the sequence 0", () => {
    const data = { name: "example.com", direction: "out" };
    const { sequence: _, ...older } = envelope;
    const body = JSON.stringify({ ...older, type: "domain.transferred", data });
    expect(parseEvent(body).sequence).toBe(0);
  });

  it("rejects unknown types, including those that an object inherits", () => {
    for (const type of ["domain.moved", "constructor", 1, undefined]) {
      expect(() => parseEvent(JSON.stringify({ ...envelope, type, data: {} }))).toThrow(UnknownEventError);
    }
  });
});
