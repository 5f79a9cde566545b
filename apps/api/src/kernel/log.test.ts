import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createLineWriter, createLogger } from "./log.ts";

function written(act: (log: ReturnType<typeof createLogger>) => void): string {
  const stream = new PassThrough();
  act(createLogger("test", "trace", stream));
  return String(stream.read() ?? "");
}

describe("the log", () => {
  it("is one JSON object per line, with the process and the time", () => {
    const line = written((log) => log.info({ port: 1 }, "listens"));
    expect(JSON.parse(line)).toMatchObject({
      name: "test",
      port: 1,
      msg: "listens",
      time: expect.stringMatching(/Z$/),
    });
    expect(line.endsWith("}\n")).toBe(true);
  });

  it("leaves out secret fields, nested ones too", () => {
    for (const field of [
      "password",
      "token",
      "secret",
      "cookie",
      "set-cookie",
      "authorization",
      "passwordOnce",
    ]) {
      for (const value of [
        { [field]: "hunter2" },
        { a: { [field]: "hunter2" } },
        { a: { b: { [field]: "hunter2" } } },
      ]) {
        expect([field, written((log) => log.info(value)).includes("hunter2")]).toEqual([field, false]);
      }
    }
  });

  it("logs a failed query without its parameters, even as the cause of another error", () => {
    const params = ["hunter2", "two\n    at lines", 3];
    const failed = Object.assign(new Error(`Failed query: insert into sessions\nparams: ${params}`), {
      query: "insert into sessions",
      params,
    });
    for (const err of [failed, new Error("sign-in failed", { cause: failed })]) {
      const line = written((log) => log.error({ err }, "request failed"));
      expect(line).toContain("insert into sessions");
      expect(line).not.toMatch(/hunter2|at lines/);
    }
  });

  it("leaves out rows that the database quotes", () => {
    const err = Object.assign(new Error("violates not-null constraint"), {
      detail: "Failing row contains (hunter2).",
    });
    expect(written((log) => log.error({ err }))).not.toContain("hunter2");
  });

  it("logs thrown values that are not errors", () => {
    expect(written((log) => log.error({ err: "just text" }))).toContain("just text");
  });
});

describe("a line writer", () => {
  it("writes the same as the logger", () => {
    const fields = { status: 200, path: '/a"b' };
    const [byWriter, byLogger] = [
      written((log) => createLineWriter(log, "request")(fields)),
      written((log) => log.info(fields, "request")),
    ].map((line) => ({ ...JSON.parse(line), time: "" }));
    expect(byWriter).toEqual(byLogger);
  });

  it("is silent if the logger is", () => {
    expect(written((log) => createLineWriter(log.child({}, { level: "warn" }), "request")({}))).toBe("");
  });
});
