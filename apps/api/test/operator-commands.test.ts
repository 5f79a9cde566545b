import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, startApi } from "./support/start-api.ts";

// The commands as an operator runs them, with an external PostgreSQL.

const root = fileURLToPath(new URL("../../..", import.meta.url));

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.[Symbol.asyncDispose]());

async function run(args: string[]) {
  const child = spawn(process.execPath, ["scripts/operator/operators.mjs", ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? "",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ZONEPOST_MODE: "live",
      DATABASE_URL: api.databaseUrl,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const exitCode = await new Promise((resolve) => child.once("close", resolve));
  return { exitCode, stdout, stderr };
}

describe("npm run operator:grant, operator:list and operator:revoke", () => {
  it("adds, lists and removes an operator", async () => {
    const { owner } = await api.createWorkspace();
    const email = ["--email", owner.email];
    const done = { exitCode: 0, stderr: "" };
    expect(await run(["list"])).toEqual({ ...done, stdout: "There are no operators yet.\n" });
    expect(await run(["grant", ...email])).toEqual({
      ...done,
      stdout: `${owner.email} is now an operator.\n`,
    });
    const listed = await run(["list"]);
    expect(listed).toEqual({
      ...done,
      stdout: expect.stringMatching(/, without two-factor authentication\)\n$/),
    });
    expect(listed.stdout).toContain(owner.email);
    const revoked = await run(["revoke", ...email]);
    expect(revoked).toEqual({ ...done, stdout: `${owner.email} is no longer an operator.\n` });
  });

  it.each([
    [["grant", "--email", "unknown@people.test"], 1, "No operator was added: "],
    [["revoke", "--email", "unknown@people.test"], 1, "No operator was removed: "],
    [["grant", "--email", "unknown"], 2, "--email: Enter an email address"],
    [["grant"], 2, "Enter the person's address: "],
    [["list", "--email", "a@b.test"], 2, "npm run operator:list has no options."],
  ])("reports in one line what is wrong with %j", async (args, code, says) => {
    const { exitCode, stdout, stderr } = await run(args);
    expect({ exitCode, stdout }).toEqual({ exitCode: code, stdout: "" });
    expect(stderr).toContain(says);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(await api.sql`select 1 from operators`).toEqual([]);
  });
});
