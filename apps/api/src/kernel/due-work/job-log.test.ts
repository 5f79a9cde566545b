import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { createLogger } from "../log.ts";
import { createJobLog } from "./job-log.ts";

function setUp() {
  const events = new EventEmitter();
  const lines: string[] = [];
  const log = createLogger("worker", "info", { write: (line) => lines.push(line) });
  const written = () =>
    lines.map((line) => {
      const { level, msg, err } = JSON.parse(line);
      return [level, msg, err?.message];
    });
  return { events, write: createJobLog(log, events), written };
}

it("writes an outage of PostgreSQL once, with its reason, and when it is over", () => {
  const { events, write, written } = setUp();
  const refused = new Error("connect ECONNREFUSED 127.0.0.1:5432");
  events.emit("pool:listen:success");
  write("error", "PostgreSQL idle client generated error: terminating connection", { error: refused });
  write("error", `Error with notify listener (trying again in 136ms): ${refused.message}`);
  write("error", "Failed to return jobs from local queue");
  events.emit("pool:listen:success");
  write("error", "Error with notify listener (trying again in 136ms): timeout");
  expect(written()).toEqual([
    [
      50,
      "jobs wait for PostgreSQL: PostgreSQL idle client generated error: terminating connection",
      refused.message,
    ],
    [30, "PostgreSQL is back; jobs continue", undefined],
    [50, "jobs wait for PostgreSQL: Error with notify listener (trying again in 136ms): timeout", undefined],
  ]);
});

it("writes every other error with its words, and successes only for debugging", () => {
  const { write, written } = setUp();
  const error = new Error("no such column");
  write("error", "Failed task 1 (send-email)", { error });
  write("warning", "a batch is small");
  write("info", "Completed task 2");
  write("error", "Failed task 3 (send-email)");
  expect(written()).toEqual([
    [50, "jobs: Failed task 1 (send-email)", "no such column"],
    [40, "jobs: a batch is small", undefined],
    [50, "jobs: Failed task 3 (send-email)", undefined],
  ]);
});
