import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createStoppableDatabase } from "../src/testing.ts";

// The programs that connect to a database, with a server's socket instead of its port.

const root = fileURLToPath(new URL("../../..", import.meta.url));

let database: Awaited<ReturnType<typeof createStoppableDatabase>>;
let dataDir: string;
/** The address with the socket's folder as its host, and as the parameter `host`. */
let asHost: string;
let asParameter: string;

beforeAll(async () => {
  database = await createStoppableDatabase({ settings: { unix_socket_directories: "." } });
  dataDir = mkdtempSync(path.join(tmpdir(), "zonepost-socket-"));
  const { username, password, port, pathname } = new URL(database.url);
  const user = `${username}:${password}`;
  const folder = database.cluster;
  asHost = `postgres://${user}@${encodeURIComponent(folder)}:${port}${pathname}`;
  asParameter = `postgres://${user}@${pathname}?host=${folder}&port=${port}`;
});

afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Where the server is: a connection over a socket has no address. */
const askForAddress = async (sql: postgres.Sql) => {
  try {
    return [...(await sql`select inet_server_addr() as address, current_database() as name`)];
  } finally {
    await sql.end({ timeout: 1 });
  }
};

it("the driver reads both forms of a socket's address", async () => {
  const expected = [{ address: null, name: new URL(database.url).pathname.slice(1) }];
  for (const url of [asHost, asParameter]) {
    expect(await askForAddress(postgres(url, { max: 1 }))).toEqual(expected);
  }
});

function start(program: string, args: string[], url: string) {
  const key = Buffer.alloc(32, 7).toString("base64");
  const child = spawn(process.execPath, [path.join(root, program), ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? "",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      MAIL_AGENT_DATABASE_URL: url,
      MAIL_AGENT_FOLDER: path.join(dataDir, "keys"),
      MAIL_AGENT_KEYS_ON_DISK: "true",
      MAIL_AGENT_KEY: key,
      AUTH_SECRET: "a-secret-for-tests-that-is-long-enough",
      ENCRYPTION_KEY: key,
      EPP_CLIENT_ID: "zonepost",
      EPP_PASSWORD: "test-pass-word",
      EPP_PORT: "1",
      API_PORT: "0",
      CARDS_WEBHOOK_URL: "http://127.0.0.1:1/",
      CARDS_CONTROL_SECRET: "a-secret-of-the-processor",
      STRIPE_SECRET_KEY: "sk_test_a_key_that_is_long",
      STRIPE_WEBHOOK_SECRET: "whsec_a_secret_that_is_long",
      PAYMENTS: "off",
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = once(child, "close").then(([exitCode]) => ({ exitCode: exitCode as number | null, output }));
  return { child, ended };
}

describe("a socket in DATABASE_URL", () => {
  it.each([
    ["the migration", "packages/db/src/entry/migrate.ts", [], () => asHost],
    ["an operator's command", "scripts/operator/operators.mjs", ["list"], () => asParameter],
  ])("is reached by %s", async (_, program, args, url) => {
    const { exitCode, output } = await start(program, args, url()).ended;
    expect([exitCode, output]).toEqual([0, expect.not.stringMatching(/error/i)]);
  });

  it.each([
    ["the api", "apps/api/src/entry/server.ts", () => asParameter],
    ["a worker and its jobs", "apps/api/src/entry/worker.ts", () => asHost],
    ["a worker and its jobs, as a parameter", "apps/api/src/entry/worker.ts", () => asParameter],
    ["the sandbox's registry", "sandbox/registry/src/entry/registry.ts", () => asParameter],
    ["the sandbox's card processor", "sandbox/cards/src/entry/cards.ts", () => asHost],
    ["the mail agent", "apps/mail-host/src/entry/agent.ts", () => asHost],
  ])("is reached by %s", async (_, program, url) => {
    const { child, ended } = start(program, [], url());
    const first = await Promise.race([once(child, "message").then(([message]) => message), ended]);
    expect(first).toMatchObject({ type: "ready" });
    child.kill();
    expect((await ended).exitCode).toBe(0);
  });

  it("is reached by the mail hosts' roles, whose addresses have it too", async () => {
    const { exitCode, output } = await start("packages/db/src/entry/create-mail-roles.ts", [], asParameter)
      .ended;
    expect([exitCode, output]).toEqual([0, expect.stringContaining("Mail servers")]);
    for (const name of ["Mail servers", "Mail agent"]) {
      const address = new RegExp(`^${name} +(.*)$`, "m").exec(output)?.[1] ?? "";
      const [row] = await askForAddress(postgres(address, { max: 1 }));
      expect(row).toMatchObject({ address: null });
    }
  });
});
