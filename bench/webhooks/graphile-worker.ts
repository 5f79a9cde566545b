import { Logger, run } from "graphile-worker";
import { connect, createAttemptLog } from "./attempt-log.ts";
import { concurrency, createSend, type Delivery } from "./send.ts";

// A webhook sender on graphile-worker: as its documentation teaches, or with batched log rows (LOG=batched).

const send = createSend();
const sql = connect(2);
const log = createAttemptLog(sql);
const isBatched = process.env.LOG === "batched";

const runner = await run({
  connectionString: process.env.DATABASE_URL ?? "",
  noHandleSignals: true,
  parsedCronItems: [],
  logger: new Logger(() => () => {}),
  preset: {
    worker: {
      concurrentJobs: concurrency,
      maxPoolSize: 10,
      localQueue: { size: 500 },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
    },
  },
  taskList: {
    async deliver(payload, helpers) {
      const sent = await send(payload as Delivery);
      if (isBatched) {
        return log(sent);
      }
      await helpers.query(
        "insert into attempts (id, attempt, status_code, duration_ms) values ($1, 1, $2, $3)",
        [sent.id, sent.statusCode, sent.durationMs],
      );
    },
  },
});
process.send?.({ type: "ready" });

const end = async () => {
  await runner.stop();
  await sql.end();
  process.exit(0);
};
process.on("SIGTERM", end);
process.on("disconnect", end);
