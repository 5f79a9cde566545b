import { Logger, run } from "graphile-worker";
import { connect, createAttemptLog } from "./attempt-log.ts";
import { concurrency, createSend, type Delivery } from "./send.ts";

// A webhook sender on graphile-worker, with batched log rows.

const send = createSend();
const sql = connect(2);
const log = createAttemptLog(sql);

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
    async deliver(payload) {
      await log(await send(payload as Delivery));
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
