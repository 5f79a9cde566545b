import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "@zonepost/embedded-postgres/host";
import { placeForTests } from "@zonepost/embedded-postgres/testing-place";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

// The programs that connect to a database, with a real server that is too old: Debian's.

const root = fileURLToPath(new URL("../../..", import.meta.url));
const installed = "/usr/lib/postgresql";
const programs = (existsSync(installed) ? readdirSync(installed) : [])
  .filter((version) => Number(version) < 18)
  .map((version) => path.join(installed, version, "bin"))
  .find((folder) => existsSync(path.join(folder, "initdb")));

let folder: string;
let server: ChildProcess;
let url: string;

/** PostgreSQL doesn't run as root. Debian's package makes this user. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) {
    return {};
  }
  const [uid, gid] = ["-u", "-g"].map((flag) =>
    Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout),
  );
  return { uid, gid } as { uid: number; gid: number };
}

beforeAll(async () => {
  if (programs === undefined) {
    return;
  }
  folder = mkdtempSync(path.join(placeForTests(), "zonepost-older-"));
  chmodSync(folder, 0o777);
  const cluster = path.join(folder, "cluster");
  const options = { ...serverUser(), cwd: folder };
  const initdb = ["-D", cluster, "-U", "zonepost", "--auth=trust", "--encoding=UTF8", "--no-sync"];
  await promisify(execFile)(path.join(programs, "initdb"), initdb, options);
  const port = await freePort();
  const place = ["-D", cluster, "-p", String(port), "-h", "127.0.0.1", "-k", folder];
  server = spawn(path.join(programs, "postgres"), place, { ...options, stdio: "ignore" });
  url = `postgres://zonepost@127.0.0.1:${port}/postgres`;
  await vi.waitFor(() => ask("select 1"), { timeout: 200_000, interval: 50 });
});

afterAll(async () => {
  if (server) {
    const ended = once(server, "exit");
    server.kill("SIGQUIT");
    await ended;
  }
  if (folder) {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function ask(statement: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const everythingInIt = () =>
  ask(
    `select (select count(*) from pg_class) as tables, (select count(*) from pg_namespace) as schemas,
       (select count(*) from pg_roles) as roles, (select count(*) from pg_db_role_setting) as settings`,
  );

/** With the settings of every program, so that only the server is wrong. */
async function run(program: string, ...args: string[]) {
  const child = spawn(process.execPath, [path.join(root, program), ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? "",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: folder,
      DATABASE_URL: url,
      AUTH_SECRET: "a-secret-for-tests-that-is-long-enough",
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
      EPP_CLIENT_ID: "zonepost",
      EPP_PASSWORD: "test-pass-word",
      API_PORT: "0",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const [exitCode] = await once(child, "close");
  return { exitCode, lines: output.trim().split("\n") };
}

describe.skipIf(programs === undefined)("PostgreSQL before 18 (skipped without Debian's)", () => {
  it.each([
    ["the migration", "packages/db/src/entry/migrate.ts", []],
    ["the mail hosts' roles", "packages/db/src/entry/create-mail-roles.ts", []],
    ["the api", "apps/api/src/entry/server.ts", []],
    ["a worker", "apps/api/src/entry/worker.ts", []],
    ["the sandbox's seeds", "apps/api/src/entry/seed.ts", []],
    ["an operator's command", "scripts/operator/operators.mjs", ["list"]],
  ])("is refused by its name, in one line, and unchanged: %s", async (_, program, args) => {
    const before = await everythingInIt();
    const { exitCode, lines } = await run(program, ...args);
    expect(exitCode).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(
        /DATABASE_URL: the server is PostgreSQL 1[0-7]\b.*, but Zonepost needs PostgreSQL 18 or later\. Nothing was changed\.$/,
      ),
    ]);
    expect(await everythingInIt()).toEqual(before);
  });
});
