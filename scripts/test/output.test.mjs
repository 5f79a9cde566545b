import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { createOutput } from "../supervisor/output.mjs";

const statement = 'Failed query: select "id"\n  from "domains"\n where "id" = $1\nparams: [redacted]';

/** What the terminal shows of a child's output. */
async function shown(...lines) {
  const child = spawn(process.execPath, ["-e", `console.log(${JSON.stringify(lines.join("\n"))})`], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { tail } = createOutput().attach("worker", child, { isQuiet: true });
  await once(child, "close");
  return tail();
}

it.each([
  [
    "sweep failed",
    `${statement}: connect ECONNREFUSED 127.0.0.1:5432`,
    "connect ECONNREFUSED 127.0.0.1:5432",
  ],
  ["could not start", `${statement}: relation "domains" does not exist`, 'relation "domains" does not exist'],
  ["sweep failed", statement, 'Failed query: select "id"'],
  ["sweep failed", "certificate has expired\n    at line 7", "certificate has expired"],
])("shows an error in one line, which says why a query failed: %s", async (msg, message, reason) => {
  expect(await shown(JSON.stringify({ level: 50, msg, err: { message } }))).toEqual([
    `error: ${msg} (${reason})`,
  ]);
});

it("shows warnings and plain lines, but no requests and no repeated reason", async () => {
  expect(
    await shown(
      JSON.stringify({ level: 40, msg: "a registry is away" }),
      JSON.stringify({ level: 30, msg: "request", requestId: "req_1" }),
      JSON.stringify({ level: 50, msg: "failed: no answer", err: { message: "no answer" } }),
      "zonepost: DATABASE_URL must be set",
    ),
  ).toEqual([
    "warning: a registry is away",
    "error: failed: no answer",
    "zonepost: DATABASE_URL must be set",
  ]);
});
