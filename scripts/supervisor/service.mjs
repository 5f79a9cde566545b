import { spawn } from "node:child_process";
import { isRunning, OperatorError, signal } from "../../packages/embedded-postgres/src/host.mjs";

const firstDelayMs = 500;
const longestDelayMs = 30_000;
const healthyAfterMs = 60_000;
const readyWithinMs = 120_000;
const handOverWithinMs = 60_000;
/** After standard input, output, error and the channel. */
const listenerDescriptor = 4;

/**
 * Runs a process until it is stopped, in its own process group. A channel reports its `{ type: "ready" }`, and shows it
 * when we disappear. After ready, an exit leads to a restart with growing delays; before that, it rejects `ready`. Its
 * first process listens at `listener`, the socket of one that it replaces.
 */
export function startService({
  name,
  kind,
  command,
  args,
  env,
  cwd,
  readyPattern,
  listener,
  output,
  runFile,
}) {
  let child;
  let tail = () => [];
  let wasReady = false;
  let isStopping = false;
  let failures = 0;
  let restart;
  let exited = Promise.resolve();
  let settleReady;
  const ready = new Promise((resolve, reject) => {
    settleReady = { resolve, reject };
  });

  const patience = setTimeout(() => {
    settleReady.reject(new OperatorError(`${name} was not ready within ${readyWithinMs / 1000} s.`));
  }, readyWithinMs);
  ready.catch(() => {}).finally(() => clearTimeout(patience));

  const becomeReady = () => {
    if (wasReady) {
      output.say(`${name} is back`);
    }
    wasReady = true;
    settleReady.resolve();
  };

  const ended = (pid, how, aliveMs) => {
    runFile.remove(kind, pid);
    // Its own child processes must not outlive it.
    signal(-pid, "SIGKILL");
    if (isStopping) {
      return settleReady.resolve();
    }
    if (!wasReady) {
      const lastLine = tail().at(-1);
      return settleReady.reject(
        new OperatorError(`${name} did not start (${how})${lastLine ? `: ${lastLine}` : "."}`),
      );
    }
    failures = aliveMs > healthyAfterMs ? 0 : failures;
    const delayMs = Math.min(firstDelayMs * 2 ** failures, longestDelayMs);
    failures += 1;
    output.say(`${name} ended (${how}); starting it again in ${delayMs / 1000} s`);
    restart = setTimeout(() => launch(), delayMs);
  };

  function launch(/** @type {{ fd: number } | undefined} */ inherited = undefined) {
    const startedMs = performance.now();
    /** @type {("ignore" | "pipe" | "ipc" | number)[]} */
    const stdio = ["ignore", "pipe", "pipe", "ipc"];
    child = spawn(command, args, {
      cwd,
      env: inherited ? { ...env, LISTEN_FD: String(listenerDescriptor) } : env,
      detached: true,
      stdio: inherited ? [...stdio, inherited.fd] : stdio,
    });
    const { pid } = child;
    if (pid === undefined) {
      child.once("error", (error) =>
        settleReady.reject(new OperatorError(`${name} cannot be started: ${error.message}`)),
      );
      return;
    }
    runFile.add(kind, pid);
    const onLine = (line) => readyPattern?.test(line) && becomeReady();
    ({ tail } = output.attach(name, child, { onLine }));
    child.on("error", () => {});
    child.on("message", (message) => message?.type === "ready" && becomeReady());
    exited = new Promise((resolve) => {
      // "close" comes after the last output, but waits for grandchildren that hold the pipes, so "exit" decides.
      child.once("exit", (code, signalName) => {
        setImmediate(() => {
          ended(pid, signalName ?? `exit code ${code}`, performance.now() - startedMs);
          resolve();
        });
      });
    });
  }
  launch(listener);

  return {
    name,
    kind,
    ready,
    /** The socket at which its process listens, for one that replaces it; undefined if it doesn't answer. */
    handOver: () =>
      new Promise((resolve) => {
        const settle = (/** @type {any} */ handle) => {
          clearTimeout(timer);
          child.off("message", take);
          resolve(handle);
        };
        const take = (message, handle) => message?.type === "listener" && settle(handle);
        const timer = setTimeout(settle, handOverWithinMs);
        child.on("message", take);
        child.send?.({ type: "hand over" }, (error) => error && settle(undefined));
      }),
    /** Lets it end what it has begun, without new work. It is stopped after `graceMs`. */
    async drain(graceMs) {
      isStopping = true;
      clearTimeout(restart);
      child.send?.({ type: "drain" }, () => {});
      const timer = setTimeout(() => signal(child.pid, "SIGTERM"), graceMs);
      await exited;
      clearTimeout(timer);
    },
    async stop(graceMs) {
      isStopping = true;
      clearTimeout(restart);
      const pid = child?.pid;
      if (pid === undefined || !isRunning(pid)) {
        return exited;
      }
      signal(pid, "SIGTERM");
      const timer = setTimeout(() => signal(-pid, "SIGKILL"), graceMs);
      await exited;
      clearTimeout(timer);
    },
    kill() {
      isStopping = true;
      clearTimeout(restart);
      if (child?.pid !== undefined && isRunning(child.pid)) {
        signal(-child.pid, "SIGKILL");
      }
    },
  };
}

/** Runs a process to its end; rejects with its last output if it fails, unless the terminal shows all of it. */
export async function runOnce({
  name,
  command,
  args,
  env,
  cwd,
  output,
  signal: abort,
  failure,
  isQuiet = true,
}) {
  abort?.throwIfAborted();
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe", "ipc"] });
  const { tail } = output.attach(name, child, { isQuiet });
  const kill = () => child.pid && signal(-child.pid, "SIGKILL");
  abort?.addEventListener("abort", kill, { once: true });
  const [code, signalName] = await new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new OperatorError(`${name} cannot be started: ${error.message}`)));
    child.once("close", (...how) => resolve(how));
  });
  abort?.removeEventListener("abort", kill);
  abort?.throwIfAborted();
  if (code === 0) {
    return;
  }
  for (const line of isQuiet ? tail() : []) {
    output.print(name, line);
  }
  throw new OperatorError(`${failure} (${signalName ?? `exit code ${code}`}).`);
}
