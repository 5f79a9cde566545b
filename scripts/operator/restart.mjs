import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isRunning, OperatorError } from "../../packages/embedded-postgres/src/host.mjs";
import { root } from "../project.mjs";
import { readRunFile } from "../supervisor/run-file.mjs";
import { runCommand, wrong } from "./operator-command.mjs";

// `npm run restart`: has the supervisor of the data folder replace its processes one after another, and waits until that is
// done. Exit code 1 if a new process didn't start; the others then go on.

const beginsWithinMs = 60_000;

async function waitFor(read, supervisor, signal, deadline = Number.POSITIVE_INFINITY) {
  for (;;) {
    signal.throwIfAborted();
    const found = read();
    if (found || Date.now() > deadline) {
      return found;
    }
    if (!isRunning(supervisor)) {
      throw new OperatorError("Zonepost was stopped during the restart.");
    }
    await delay(100);
  }
}

await runCommand(async (signal) => {
  if (process.argv.length > 2) {
    throw wrong("npm run restart has no options.");
  }
  const dataDir = path.resolve(root, process.env.DATA_DIR || ".data");
  const readRun = () => readRunFile(path.join(dataDir, "run.json"));
  const run = readRun();
  const [supervisor] = run?.pids?.supervisor ?? [];
  if (!isRunning(supervisor)) {
    throw new OperatorError(`Zonepost isn't running on ${dataDir}.`);
  }
  if (!run.restarts) {
    throw new OperatorError(
      "The running version can't restart its processes one by one. Stop it, and start it again.",
    );
  }
  const { begun, ended } = run.restarts;
  if (begun > ended) {
    throw new OperatorError("A restart is already running.");
  }
  process.kill(supervisor, "SIGUSR2");
  const hasBegun = () => readRun()?.restarts.begun > begun;
  if (!(await waitFor(hasBegun, supervisor, signal, Date.now() + beginsWithinMs))) {
    throw new OperatorError("The restart didn't begin: Zonepost isn't ready yet, or runs as npm run dev.");
  }
  const { failure } = await waitFor(
    () => [readRun()?.restarts].find((restarts) => restarts?.ended > ended),
    supervisor,
    signal,
  );
  if (failure !== null) {
    throw new OperatorError(`The restart was stopped, and the other processes go on: ${failure}`);
  }
  console.log("All processes were restarted.");
});
