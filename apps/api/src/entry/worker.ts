import { EventEmitter } from "node:events";
import { directAddress } from "@zonepost/db";
import { Logger as JobLogger, run } from "graphile-worker";
import { readEnv } from "../env.ts";
import { heartbeat } from "../kernel/due-work/heartbeat.ts";
import { createJobLocks } from "../kernel/due-work/job-locks.ts";
import { createJobLog } from "../kernel/due-work/job-log.ts";
import { startSweeps } from "../kernel/due-work/sweep-loop.ts";
import { wire } from "../wire.ts";
import { failToStart, notifyReady, onShutdownSignal } from "./process.ts";

try {
  const env = readEnv();
  const wired = wire(env, "worker");
  await wired.requireServer();
  await wired.refuseWrongKey();
  await wired.refuseUnpricedDomains();
  await wired.storeSendingLimit();
  const stopping = new AbortController();
  const { log } = wired;
  const { url: connectionString } = directAddress(env);
  const jobLocks = createJobLocks(connectionString);
  const jobEvents = new EventEmitter();
  jobEvents.on("worker:create", ({ worker }) => {
    jobLocks.add(worker.workerId).catch((error) => log.error({ err: error }, "job lock failed; retrying"));
  });
  const writeJobLog = createJobLog(log, jobEvents);
  const jobs = await run({
    connectionString,
    events: jobEvents,
    concurrency: 4,
    noHandleSignals: true,
    pollInterval: 5_000,
    parsedCronItems: [],
    taskList: wired.tasks(stopping.signal),
    logger: new JobLogger(() => writeJobLog),
  });
  const room = wired.watchDatabaseRoom();
  const { WORKER_HEARTBEAT_FILE: heartbeatFile } = env;
  const signs = heartbeatFile === undefined ? [] : [heartbeat(wired.db, heartbeatFile)];
  const sweeps = await startSweeps([...wired.createSweeps(), jobLocks.sweep, room.sweep, ...signs], {
    db: wired.db,
    log,
    signal: stopping.signal,
  });
  onShutdownSignal(async () => {
    stopping.abort();
    await Promise.all([jobs.stop(), sweeps.stopped]);
    await Promise.all([jobLocks.close(), room.close(), wired.close()]);
  });
  log.info("running");
  notifyReady();
} catch (error) {
  failToStart(error);
}
