import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { variablesOf } from "./support/kill-workers.ts";
import { type Api, startApi } from "./support/start-api.ts";

const entry = (name: string) => fileURLToPath(new URL(`../src/entry/${name}.ts`, import.meta.url));

let api: Api;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  await api.wired.refuseWrongKey();
  folder = mkdtempSync(join(tmpdir(), "zonepost-wrong-key-"));
  writeFileSync(join(folder, "names.txt"), "");
});
afterAll(async () => {
  await api?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ["server", [], 1],
  ["worker", [], 1],
  ["seed", [], 1],
  ["import-domains", ["--workspace", "wsp_1", "--file", "names.txt"], 2],
  ["operators", ["grant", "--email", "anna@people.test"], 2],
  ["operators", ["revoke", "--email", "anna@people.test"], 2],
] as const)(
  "%s %j with another ENCRYPTION_KEY ends with one line that names it",
  async (name, args, code) => {
    const child = spawn(process.execPath, [entry(name), ...args], {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        ...variablesOf(api.env),
        ENCRYPTION_KEY: randomBytes(32).toString("base64"),
        API_PORT: "0",
      },
    });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    const exitCode = await new Promise((resolve) => child.once("close", resolve));
    expect(stderr).toMatch(/^zonepost: ENCRYPTION_KEY: isn't the key [^\n]*\n$/);
    expect(exitCode).toBe(code);
  },
);
