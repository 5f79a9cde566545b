import { OperatorError } from "../../packages/embedded-postgres/src/host.mjs";
import { createOutput } from "./output.mjs";
import { createRollingRestart } from "./rolling-restart.mjs";
import { prepareRestart, startEverything } from "./start-everything.mjs";

// In this order, each with its own grace period; PostgreSQL, last, gets the rest of the promised ten seconds.
const stopOrder = [
  { kind: "panel", graceMs: 1500 },
  { kind: "api", graceMs: 1500 },
  { kind: "worker", graceMs: 2000 },
  { kind: "mail", graceMs: 1500 },
  { kind: "dns", graceMs: 1000 },
  { kind: "cards", graceMs: 1000 },
  { kind: "registry", graceMs: 1000 },
];
const stopWithinMs = 8000;
const leastDatabaseGraceMs = 1000;
const forcedGraceMs = 200;

async function stopEverything({ held, isForced }) {
  const deadline = performance.now() + stopWithinMs;
  held.mail?.stop();
  for (const { kind, graceMs } of stopOrder) {
    const services = held.services.filter((service) => service.kind === kind);
    await Promise.all(services.map((service) => service.stop(isForced() ? forcedGraceMs : graceMs)));
  }
  const database = await held.databaseStarting?.catch(() => undefined);
  const leftMs = Math.max(leastDatabaseGraceMs, deadline - performance.now());
  await database?.stop(isForced() ? forcedGraceMs : leftMs);
  held.runFile?.close();
  held.lock?.release();
}

/** Starts everything and runs until stopped; resolves to the exit code. */
export async function supervise({ isDevelopment = false } = {}) {
  const output = createOutput();
  const stopping = new AbortController();
  const { signal } = stopping;
  /** @type {{ services: any[], lock: any, runFile: any, databaseStarting: Promise<any> | undefined, mail?: { stop(): void }, mayRestart?: boolean }} */
  const held = { services: [], lock: undefined, runFile: undefined, databaseStarting: undefined };
  let isForced = false;

  const restart = createRollingRestart({
    held,
    output,
    signal,
    prepare: () => prepareRestart({ held, output, signal }),
  });
  // A terminal sends SIGHUP when it is closed, which ends what was started in it.
  const isOfTerminal = process.stdin.isTTY || process.stdout.isTTY;
  for (const name of isOfTerminal ? ["SIGUSR2"] : ["SIGUSR2", "SIGHUP"]) {
    process.on(name, () => {
      if (held.mayRestart && !signal.aborted) {
        restart();
      } else {
        output.say(
          `${name} is ignored: a restart needs a running installation, and npm run dev restarts itself`,
        );
      }
    });
  }
  /** @type {Promise<void>} */
  const shutdownRequested = new Promise((resolve) => {
    for (const name of isOfTerminal ? ["SIGINT", "SIGTERM", "SIGHUP"] : ["SIGINT", "SIGTERM"]) {
      process.on(name, () => {
        if (!signal.aborted) {
          output.say("stopping");
          stopping.abort(new OperatorError("Stopped."));
          resolve();
        } else if (name === "SIGINT") {
          isForced = true;
          for (const service of held.services) {
            service.kill();
          }
        }
      });
    }
  });

  let exitCode = 0;
  const starting = startEverything({ isDevelopment, held, output, signal });
  try {
    await Promise.race([starting, shutdownRequested]);
    await shutdownRequested;
  } catch (error) {
    if (!signal.aborted) {
      exitCode = 1;
      stopping.abort(new OperatorError("Stopped."));
      process.stderr.write(`${error.publicMessage ?? error.stack}\n`);
    }
  }
  starting.catch(() => {});
  await stopEverything({ held, isForced: () => isForced });
  if (exitCode === 0) {
    output.say("stopped");
  }
  return exitCode;
}
