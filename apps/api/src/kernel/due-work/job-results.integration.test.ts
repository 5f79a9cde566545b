import { createDb } from "@zonepost/db";
import { createStoppableDatabase } from "@zonepost/db/testing";
import { Logger, makeWorkerUtils, run } from "graphile-worker";
import { expect, it } from "vitest";
import { until } from "../../../test/support/until.ts";

it.each([
  ["succeeds", () => undefined],
  [
    "fails",
    () => {
      throw new Error("the task failed");
    },
  ],
])("a job that %s while the database is away is recorded once it is back", async (_outcome, end) => {
  const database = await createStoppableDatabase();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const lines: string[] = [];
  let runs = 0;
  const utils = await makeWorkerUtils({ connectionString: database.url, logger: new Logger(() => () => {}) });
  await utils.addJob("wait", {}, { maxAttempts: 1 });
  await utils.release();
  const jobs = await run({
    connectionString: database.url,
    noHandleSignals: true,
    parsedCronItems: [],
    taskList: {
      wait: async () => {
        runs += 1;
        await isReleased;
        end();
      },
    },
    logger: new Logger(() => (_level, message) => void lines.push(message)),
  });
  await until("the job runs", () => runs === 1);
  await database.stop();
  release();
  await until("its result couldn't be recorded", () =>
    lines.some((line) => line.includes("Failed to record the result")),
  );
  await database.start();
  const db = createDb(database.url, { maxConnections: 1 });
  await until("its result is recorded", async () => {
    const [row] = await db.$client<{ lastError: string | null; isLocked: boolean }[]>`
      select last_error as "lastError", locked_at is not null as "isLocked" from graphile_worker._private_jobs`;
    return row === undefined || (row.lastError === "the task failed" && !row.isLocked);
  });
  expect(runs).toBe(1);
  await jobs.stop();
  await db.close();
  await database.drop();
});
