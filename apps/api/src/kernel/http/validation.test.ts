import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { newId, publicId, rowId } from "../ids.ts";
import { createToProblem } from "./problem.ts";
import { parseInput } from "./validation.ts";

function refusalOf(act: () => unknown): AppError {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) {
      return error;
    }
    throw error;
  }
  throw new Error("it was not refused");
}

describe("parsing input", () => {
  const schema = z.strictObject({ "a/b~c": z.int(), list: z.array(z.strictObject({ x: z.string() })) });

  it("returns the schema's output", () => {
    expect(parseInput(schema, { "a/b~c": 1, list: [{ x: "y" }] })).toEqual({
      "a/b~c": 1,
      list: [{ x: "y" }],
    });
  });

  it("reports every invalid, missing or unknown field with an RFC 6901 pointer under its prefix", () => {
    const { kind, fields } = refusalOf(() =>
      parseInput(schema, { list: [{ x: 1, "y/z": 2 }], q: 1 }, "/query"),
    );
    expect(kind).toBe("invalid");
    expect(fields?.map(({ pointer }) => pointer).sort()).toEqual([
      "/query/a~1b~0c",
      "/query/list/0/x",
      "/query/list/0/y~1z",
      "/query/q",
    ]);
  });

  it("points to the wrong field of the union's option that was meant, if there is one", () => {
    const message = "Send one of hosts or locked.";
    const options = z.strictObject({
      change: z.union(
        [
          z.strictObject({ locked: z.boolean() }),
          z.strictObject({ hosts: z.array(z.strictObject({ name: z.string() })) }),
        ],
        message,
      ),
    });
    const pointersFor = (change: unknown) =>
      refusalOf(() => parseInput(options, { change })).fields?.map(({ pointer }) => pointer);
    expect(pointersFor({ locked: "yes" })).toEqual(["/change/locked"]);
    expect(pointersFor({ hosts: [{ name: "a" }, { name: 1, port: 2 }] })).toEqual([
      "/change/hosts/1/name",
      "/change/hosts/1/port",
    ]);
    for (const change of [{}, { other: 1 }, { locked: true, hosts: [] }, "x"]) {
      const { fields } = refusalOf(() => parseInput(options, { change }));
      expect(fields).toEqual([{ pointer: "/change", message }]);
    }
  });

  it("explains what a field requires, even if the schema has no message of its own", () => {
    const words = z.strictObject({
      text: z.string(),
      list: z.array(z.int()),
      plan: z.enum(["starter", "pro"]),
      count: z.number().min(1).max(5),
      late: z.number().max(5),
      since: z.iso.datetime(),
      until: z.iso.datetime(),
    });
    const { fields } = refusalOf(() =>
      parseInput(words, {
        list: "x",
        plan: "max",
        count: 0,
        late: 6,
        since: "yesterday",
        until: "2026-03-01T10:30:00+01:00",
      }),
    );
    expect(Object.fromEntries(fields?.map(({ pointer, message }) => [pointer, message]) ?? [])).toEqual({
      "/text": "This field is required.",
      "/list": "Expected a list.",
      "/plan": "Use one of: starter, pro.",
      "/count": "Use 1 or more.",
      "/late": "Use 5 or less.",
      "/since": "Enter a date and time in UTC, such as 2026-03-01T09:30:00Z.",
      "/until": "Enter a date and time in UTC, such as 2026-03-01T09:30:00Z.",
    });
  });

  it("points to the whole body if it is not an object", () => {
    expect(refusalOf(() => parseInput(schema, null)).fields?.[0]?.pointer).toBe("");
  });
});

describe("a public id", () => {
  it("decodes to its row, only with its own prefix", () => {
    const id = newId();
    expect(rowId("whe", publicId("whe", id))).toBe(id);
    expect(rowId("whd", publicId("whe", id))).toBeUndefined();
  });

  it("is rejected if truncated, changed or not an id", () => {
    const text = publicId("whe", newId());
    for (const other of [
      "",
      "whe_",
      text.slice(0, -1),
      `${text}0`,
      text.toUpperCase(),
      newId(),
      "whe_8".padEnd(30, "0"),
    ]) {
      expect([other, rowId("whe", other)]).toEqual([other, undefined]);
    }
  });
});

describe("what a caller sees of an error", () => {
  const toProblem = createToProblem("https://api.example.test");

  it("is the code, the public message and a link to its page, never the cause", () => {
    const cause = new Error("password=hunter2");
    const error = new AppError("conflict", "ds_record_exists", "It is there.", { cause });
    expect(toProblem(error, "req_1")).toEqual({
      type: "https://api.example.test/docs/problems/ds_record_exists",
      title: "Conflict",
      status: 409,
      detail: "It is there.",
      code: "ds_record_exists",
      requestId: "req_1",
    });
  });

  it("is a fixed text for unexpected errors", () => {
    for (const thrown of [new Error("password=hunter2"), "hunter2", { code: "hunter2" }, null, undefined]) {
      const problem = toProblem(thrown, "req_1");
      expect([problem.status, problem.code]).toEqual([500, "internal_error"]);
      expect(JSON.stringify(problem)).not.toContain("hunter2");
    }
  });
});
