import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import { connect, createAttemptLog } from "./attempt-log.ts";
import { concurrency, createSend, type Delivery } from "./send.ts";

// A webhook sender on BullMQ: a relay moves committed events from an outbox to Redis; log rows are batched.

const relayBatch = 1_000;
const pollIntervalMs = 1_000;

const connection = new Redis(Number(process.env.REDIS_PORT), "127.0.0.1", { maxRetriesPerRequest: null });
const queue = new Queue("deliveries", { connection, defaultJobOptions: { removeOnComplete: true } });
const sql = connect(3);
const log = createAttemptLog(sql);
const send = createSend();

const worker = new Worker<Delivery>(
  "deliveries",
  async (job) => {
    await log(await send(job.data));
  },
  { connection, concurrency },
);
await worker.waitUntilReady();

let relaying: Promise<void> | undefined;
let isAskedAgain = false;

/** Added under the event's id: a row that was added before a crash isn't added twice. */
function relay(): void {
  isAskedAgain = true;
  relaying ??= relayAll().finally(() => {
    relaying = undefined;
  });
}

async function relayAll(): Promise<void> {
  while (isAskedAgain) {
    isAskedAgain = false;
    const rows = await sql<(Delivery & { position: string })[]>`
      select position, id, endpoint, body from outbox order by position limit ${relayBatch}`;
    if (rows.length > 0) {
      await queue.addBulk(
        rows.map(({ id, endpoint, body }) => ({
          name: "deliver",
          data: { id, endpoint, body },
          opts: { jobId: id },
        })),
      );
      await sql`delete from outbox where position = any (${rows.map(({ position }) => position)})`;
      isAskedAgain = true;
    }
  }
}

await sql.listen("outbox", relay);
const timer = setInterval(relay, pollIntervalMs);
process.send?.({ type: "ready" });

const end = async () => {
  clearInterval(timer);
  await relaying;
  await worker.close();
  await queue.close();
  await sql.end();
  process.exit(0);
};
process.on("SIGTERM", end);
process.on("disconnect", end);
