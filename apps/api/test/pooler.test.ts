import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { createTestDatabase, type TestDatabase } from "@zonepost/db/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settleIn } from "./support/domains/year-of-a-domain.ts";
import { startWorkerProcess, variablesOf } from "./support/kill-workers.ts";
import { hasPgBouncer, startPgBouncer } from "./support/pgbouncer.ts";
import { type Api, startApi } from "./support/start-api.ts";
import { until } from "./support/until.ts";
import { listenHttp } from "./support/webhooks/receivers.ts";

// A real PgBouncer in transaction mode, with which sessions last for one transaction.

const root = fileURLToPath(new URL("../../..", import.meta.url));
const migrateEntry = "packages/db/src/entry/migrate.ts";

let database: TestDatabase;
let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
let api: Api;

beforeAll(async () => {
  if (!hasPgBouncer) {
    return;
  }
  database = await createTestDatabase();
  pooler = await startPgBouncer(database.url);
  const migrated = await run(migrateEntry, {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: database.url,
  });
  expect(migrated).toEqual({ exitCode: 0, output: "" });
  api = await startApi({
    database,
    env: { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url },
  });
});
afterAll(async () => {
  await api?.[Symbol.asyncDispose]();
  await pooler?.stop();
});

async function run(entry: string, env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [entry, ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? "",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...(api && variablesOf(api.env)),
      API_PORT: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { exitCode, output: stdout + stderr };
}

describe.skipIf(!hasPgBouncer)("through PgBouncer (skipped without it)", () => {
  it("people sign in, keys work, domains are registered, and their webhooks are delivered", async () => {
    const received: string[] = [];
    await using receiver = await listenHttp(async (request, response) => {
      received.push(JSON.parse(await text(request)).type);
      response.writeHead(204).end();
    });
    const worker = await startWorkerProcess(api);
    try {
      const { ask, register, workspace } = await settleIn(api);
      await ask("POST", "/webhooks/outbound", {
        url: `http://127.0.0.1:${receiver.port}/`,
        events: ["domain.registered"],
      });
      const scopes = ["domains:read", "domains:write"];
      const { key } = await ask("POST", "/api-keys", { name: "Pooled", scopes });
      const names = ["one", "two", "three", "four"].map((word) => `pooled-${word}.com`);
      await Promise.all(names.map((name) => register(name, true)));
      // More requests at once than PgBouncer has connections to PostgreSQL, in and out of transactions.
      const headers = { authorization: `Bearer ${key}` };
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, at) => {
          const path = `/domains/${names[at % names.length]}`;
          return at % 2 === 0
            ? api.call({ path, headers })
            : api.call({ method: "PATCH", path, headers, body: { autoRenew: at % 4 === 1 } });
        }),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      await until("the webhooks have arrived", () => received.length === names.length);
      expect(received).toEqual(names.map(() => "domain.registered"));
      await until(
        "the database is ready",
        async () => (await api.call({ path: "/health/ready" })).json.checks.database === "ok",
      );
      const again = await api.signIn(workspace.owner.email);
      expect((await api.call({ path: "/me", cookie: again })).status).toBe(200);
    } finally {
      worker.kill("SIGTERM");
      await once(worker, "exit");
    }
  });

  it("the sandbox's clock is moved by one call at a time, across processes", async () => {
    const another = await api.startAnother();
    const advance = { method: "POST", path: "/sandbox/clock/advance", body: { seconds: 10 } };
    const offset = async () => (await api.call({ path: "/sandbox/clock" })).json.offsetSeconds;
    const before = await offset();
    const answers = await Promise.all([1, 2, 3].flatMap(() => [api.call(advance), another.call(advance)]));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await offset()).toBe(before + 60);
  });

  it("statements have the same time limits as without it, and none stays prepared", async () => {
    const [limits] = await pooler.ask(
      "select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle",
    );
    expect(limits).toEqual({ statement: "30s", idle: "1min" });
    const [prepared] = await pooler.ask("select count(*)::int as count from pg_prepared_statements");
    expect(prepared).toEqual({ count: 0 });
  });

  it("the operator's commands work, past it", async () => {
    const both = { ZONEPOST_MODE: "live", DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url };
    expect(await run("scripts/operator/operators.mjs", both, "list")).toEqual({
      exitCode: 0,
      output: "There are no operators yet.\n",
    });
  });
});

const entries = [
  ["the migration", migrateEntry],
  ["the api", "apps/api/src/entry/server.ts"],
  ["a worker", "apps/api/src/entry/worker.ts"],
] as const;

describe.skipIf(!hasPgBouncer)("a pooler at the only address (skipped without PgBouncer)", () => {
  let tolerant: typeof pooler;
  beforeAll(async () => {
    tolerant = await startPgBouncer(database.url, {
      pool_mode: "session",
      ignore_startup_parameters:
        "statement_timeout,idle_in_transaction_session_timeout,plan_cache_mode,enable_seqscan",
    });
  });
  afterAll(() => tolerant?.stop());

  it.each(entries)("is refused in one line: %s", async (_, entry) => {
    for (const { url } of [pooler, tolerant]) {
      const { exitCode, output } = await run(entry, { DATABASE_URL: url, DATABASE_DIRECT_URL: "" });
      expect(exitCode).toBe(1);
      expect(output.trim().split("\n")).toEqual([
        expect.stringContaining("DATABASE_URL: leads to a connection pooler; set DATABASE_DIRECT_URL to"),
      ]);
    }
  });

  it("is refused as the direct address too", async () => {
    for (const entry of [migrateEntry, "apps/api/src/entry/worker.ts"]) {
      const { exitCode, output } = await run(entry, {
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: tolerant.url,
      });
      expect(exitCode).toBe(1);
      expect(output.trim().split("\n")).toEqual([
        expect.stringContaining("DATABASE_DIRECT_URL: leads to a connection pooler; set it to"),
      ]);
    }
  });
});
