import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseCommand, readEnvironment, readServices, type Unit, wordsOf } from "./unit-files.ts";

export type UnitRunnerOptions = {
  /** Each line of a service's output, and what the runner itself tells about it. */
  onLine(unit: string, line: string): void;
  /** The command to run in place of a unit's, such as one that limits its rights. */
  wrap?(command: string[], unit: Unit): string[];
};

type Service = { unit: Unit; stopping: AbortSignal; child?: ChildProcess };

const restartDelayMs = 1_000;
const stopTimeoutMs = 20_000;
const searchPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/**
 * Runs services from their unit files where systemd isn't the first process, as in a container: in the order of `After=`,
 * each once those before it have started, and again a second after it has ended.
 */
export function createUnitRunner({ onLine, wrap = (command) => command }: UnitRunnerOptions) {
  const services: Service[] = [];
  const endings: string[] = [];
  let stopping = new AbortController();

  const spawnLine = (
    unit: Unit,
    line: string,
    options: { detached?: boolean; signal?: AbortSignal } = {},
  ) => {
    const [program = "", ...args] = wrap(parseCommand(line), unit);
    const child = spawn(program, args, {
      ...options,
      cwd: parseCommand(unit.values.get("WorkingDirectory")?.[0] ?? "/")[0],
      env: { PATH: searchPath, ...readEnvironment(unit) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      let rest = "";
      stream.setEncoding("utf8").on("data", (text: string) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const each of lines) {
          onLine(unit.name, each);
        }
      });
    }
    return child;
  };

  const runToEnd = (unit: Unit, line: string, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const child = spawnLine(unit, line, { signal });
      child.once("error", (error) => reject(signal.aborted ? signal.reason : error));
      child.once("close", (code) =>
        code === 0 ? resolve() : reject(new Error(`${parseCommand(line)[0]} ended with exit code ${code}`)),
      );
    });

  /** Resolves to its end, once it has started. */
  async function startOnce(service: Service): Promise<{ ended: Promise<string> }> {
    const { unit, stopping } = service;
    for (const name of wordsOf(unit, "RuntimeDirectory")) {
      mkdirSync(`/run/${name}`, { recursive: true });
      chmodSync(`/run/${name}`, 0o755);
    }
    for (const line of unit.values.get("ExecStartPre") ?? []) {
      await runToEnd(unit, line, stopping);
    }
    stopping.throwIfAborted();
    const child = spawnLine(unit, unit.values.get("ExecStart")?.[0] ?? "", { detached: true });
    service.child = child;
    const gone = new AbortController();
    const ended = new Promise<string>((resolve) => {
      child.once("error", (error) => resolve(error.message));
      child.once("close", (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    void ended.then((how) => gone.abort(new Error(`it ended while it started: ${how}`)));
    for (const line of unit.values.get("ExecStartPost") ?? []) {
      const command = line.replaceAll("$MAINPID", String(child.pid));
      await runToEnd(unit, command, AbortSignal.any([gone.signal, stopping]));
    }
    onLine(unit.name, "started");
    return { ended };
  }

  /** Resolves once it has started for the first time, and keeps it running. */
  async function keepRunning(service: Service): Promise<void> {
    const { unit, stopping } = service;
    const { name } = unit;
    for (;;) {
      let how: string;
      try {
        const { ended } = await startOnce(service);
        void ended
          .then(async (end) => {
            await noteEnd(end);
            await keepRunning(service);
          })
          .catch(() => {});
        return;
      } catch (error) {
        how = error instanceof Error ? error.message : String(error);
        await endGroup(service, "SIGKILL");
      }
      await noteEnd(how);
    }
    async function noteEnd(how: string): Promise<void> {
      stopping.throwIfAborted();
      endings.push(name);
      onLine(name, `ended, and starts again: ${how}`);
      await wait(restartDelayMs, undefined, { signal: stopping });
    }
  }

  /** All of its processes: it is the first of its group. */
  async function endGroup({ child }: Service, signal: NodeJS.Signals): Promise<void> {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      return;
    }
    const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
    const send = (name: NodeJS.Signals, pid: number) => {
      try {
        process.kill(pid, name);
      } catch {
        // It has just ended.
      }
    };
    send(signal, signal === "SIGKILL" ? -child.pid : child.pid);
    const late = setTimeout(() => send("SIGKILL", -(child.pid ?? 0)), stopTimeoutMs);
    await closed;
    clearTimeout(late);
  }

  return {
    /** Resolves once all services of the folder have started, or rejects when it is stopped before. */
    async start(folder: string): Promise<void> {
      stopping = stopping.signal.aborted ? new AbortController() : stopping;
      for (const unit of readServices(folder)) {
        const service: Service = { unit, stopping: stopping.signal };
        services.push(service);
        await keepRunning(service);
      }
    },
    /** Those that have ended, also if they run again. */
    ended: () => [...endings],
    /** Stops them in reverse order. */
    async stop(): Promise<void> {
      stopping.abort(new Error("stopped"));
      for (const service of services.splice(0).reverse()) {
        await endGroup(service, "SIGTERM");
      }
    },
    /** Ends all of them at once, as a loss of power does. */
    async kill(): Promise<void> {
      stopping.abort(new Error("stopped"));
      await Promise.all(services.splice(0).map((service) => endGroup(service, "SIGKILL")));
    },
  };
}
