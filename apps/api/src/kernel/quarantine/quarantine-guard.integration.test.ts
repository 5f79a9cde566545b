import { createDb, type Db, startQuarantine } from "@zonepost/db";
import { createTestDatabase, type TestDatabase } from "@zonepost/db/testing";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { guardPort } from "./guard-port.ts";
import { guardSweep, guardTasks } from "./guard-work.ts";
import { createQuarantineGuard, type QuarantineGuard } from "./quarantine-guard.ts";
import { QuarantinedError } from "./quarantined.ts";

let database: TestDatabase;
let db: Db & { close(): Promise<void> };
let nowMs = 0;
let guard: QuarantineGuard;
const log = pino({ level: "silent" });
const guardOf = (url: string) =>
  createQuarantineGuard({ url, applicationName: "zonepost-guard", log, nowMs: () => nowMs });

const begin = () => startQuarantine(db.$client, { backupTakenAt: null, restoredTo: null });
const release = () => db.$client`delete from installation where key = 'quarantine'`;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(database.url, { maxConnections: 1 });
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});
beforeEach(() => {
  guard = guardOf(database.url);
});
afterEach(async () => {
  await guard.close();
  await release();
});

describe("an answer", () => {
  it("is used for five seconds", async () => {
    await expect(guard.isOpen()).resolves.toBe(true);
    await begin();
    nowMs += 4_999;
    await expect(guard.isOpen()).resolves.toBe(true);
    nowMs += 1;
    await expect(guard.isOpen()).resolves.toBe(false);
    await expect(guard.requireOpen()).rejects.toThrow(QuarantinedError);
  });

  it("is read again once a connection of the process has opened, and once one is lost", async () => {
    await expect(guard.isOpen()).resolves.toBe(true);
    await begin();
    const pool = createDb(database.url, { maxConnections: 1, onConnection: guard.recheck });
    await pool.$client`select 1`;
    await expect(guard.isOpen()).resolves.toBe(false);
    await release();
    await expect(guard.isOpen()).resolves.toBe(false);
    await pool.$client`select pg_terminate_backend(pg_backend_pid())`.catch(() => {});
    await expect.poll(() => guard.isOpen()).toBe(true);
    await pool.$client.end({ timeout: 0 });
  });

  it("is none, and nothing may leave, if the database can't be asked", async () => {
    const away = guardOf(database.url.replace(/[^/]+$/, "no_such_database"));
    await expect(away.isOpen()).rejects.toMatchObject({ code: "3D000" });
    await expect(away.requireOpen()).rejects.toThrow(QuarantinedError);
    await away.close();
  });
});

it("a port runs its listed methods, and refuses every other until the release", async () => {
  const port = guardPort(
    { code: "one", read: async () => "read", send: async (text: string) => text },
    guard,
    ["read"],
  );
  await expect(port.send("sent")).resolves.toBe("sent");
  await begin();
  guard.recheck();
  expect(port.code).toBe("one");
  await expect(port.read()).resolves.toBe("read");
  await expect(port.send("sent")).rejects.toThrow(QuarantinedError);
});

it("a sweep that runs when a quarantine is found is told to stop, and doesn't begin again", async () => {
  let runs = 0;
  const running = Promise.withResolvers<void>();
  const sweep = guardSweep(
    {
      name: "test",
      wakeReasons: [],
      pollIntervalMs: 1,
      run: (signal) => {
        runs += 1;
        running.resolve();
        return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
      },
    },
    guard,
  );
  const first = sweep.run(new AbortController().signal);
  await running.promise;
  await begin();
  guard.recheck();
  await first;
  await sweep.run(new AbortController().signal);
  expect(runs).toBe(1);
});

it("a task waits for the release, and gives up when its worker stops", async () => {
  await begin();
  const stopping = new AbortController();
  const done: string[] = [];
  const tasks = guardTasks({ mail: async (id: string) => void done.push(id) }, guard, stopping.signal);
  const stopped = tasks.mail?.("one", undefined);
  stopping.abort();
  await expect(stopped).rejects.toThrow(/abort/i);
  const waiting = guardTasks(
    { mail: async (id: string) => void done.push(id) },
    guard,
    new AbortController().signal,
  );
  const second = waiting.mail?.("two", undefined);
  await release();
  guard.recheck();
  await second;
  expect(done).toEqual(["two"]);
});
