import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { failed, ok, reasonOf, runChecks, skipped, warning } from "./finding.ts";
import { reportOf, textOf } from "./report.ts";

const results = [
  { id: "database", group: "Database", ...ok("PostgreSQL 18.1 responds.") },
  { id: "email", group: "Email", ...warning("The relay is slow.", "Ask its operator.") },
  { id: "backup", group: "Database", ...skipped("No backup is needed.", "Nothing to do.") },
];

describe("the doctor's report", () => {
  it("has the documented fields and is ok unless a check failed", () => {
    expect(reportOf(results)).toEqual({
      ok: true,
      checks: [
        { id: "database", state: "ok", message: "PostgreSQL 18.1 responds.", fix: null },
        { id: "email", state: "warning", message: "The relay is slow.", fix: "Ask its operator." },
        { id: "backup", state: "skipped", message: "No backup is needed.", fix: "Nothing to do." },
      ],
    });
    expect(reportOf([...results, { id: "x", group: "X", ...failed("No.", "Yes.") }]).ok).toBe(false);
  });

  it("names states in words without a terminal, and says what to do below each that isn't ok", () => {
    expect(textOf(results, { isTerminal: false })).toBe(
      [
        "Database",
        "  ok      database PostgreSQL 18.1 responds.",
        "  skipped backup   No backup is needed.",
        "                   Nothing to do.",
        "",
        "Email",
        "  warning email    The relay is slow.",
        "                   Ask its operator.",
        "",
        "1 ok, 1 warning, 0 failed, 1 skipped",
      ].join("\n"),
    );
  });

  it("shows signs in a terminal", () => {
    const text = textOf(results, { isTerminal: true });
    expect(text).toContain("✓");
    expect(text).toContain("–");
    expect(text).toContain("\u001b[33m!\u001b[0m email    The relay is slow.");
  });
});

describe("running checks", () => {
  it("counts one that throws or doesn't end as failed, and the others are unaffected", async () => {
    const never = new AbortController();
    const found = await runChecks(
      [
        { id: "throws", group: "A", run: () => Promise.reject(new Error("broken\nat line 1")) },
        { id: "hangs", group: "A", run: () => wait(600_000, ok("late"), { signal: never.signal }) },
        { id: "answers", group: "A", run: async () => ok("fine") },
      ],
      50,
    );
    never.abort();
    expect(found.map(({ id, state, message }) => [id, state, message])).toEqual([
      ["throws", "failed", "The check failed: broken."],
      ["hangs", "failed", "There was no answer within 0.05 s."],
      ["answers", "ok", "fine"],
    ]);
  });

  it("gives the reason of a failed query, of a connection to several addresses, and of an error without a text", () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" });
    const query = new Error("Failed query: select\nparams: secret", {
      cause: new Error("relation is missing"),
    });
    expect(reasonOf(new AggregateError([refused, refused]))).toBe("connect ECONNREFUSED 127.0.0.1:1");
    expect(reasonOf(query)).toBe("relation is missing");
    expect(reasonOf(Object.assign(new Error(), { code: "ETIMEDOUT" }))).toBe("ETIMEDOUT");
  });
});
