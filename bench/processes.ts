import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export type Server = { name: string; url: string; pid: number };

export function spawnNode(file: string, env: NodeJS.ProcessEnv): ChildProcess {
  const script = fileURLToPath(new URL(file, import.meta.url));
  if (!existsSync(script)) {
    throw new Error(`there is no ${script}`);
  }
  // When this process ends, the channel closes and the child exits. Logs are written as in production, but discarded.
  // As in nodeArguments of scripts/project.mjs.
  const flags = file.endsWith("entry/worker.ts")
    ? ["--max-semi-space-size=16", "--heap-growing-percent=50"]
    : [];
  return spawn(process.execPath, [...flags, script], { env, stdio: ["ignore", "ignore", "inherit", "ipc"] });
}

/** Resolves with the first message of a child, which it sends once it is ready. */
export async function isReady<Message = unknown>(child: ChildProcess): Promise<Message> {
  const exited = once(child, "exit").then(([code]) => {
    throw new Error(`a process ended with ${code} before it was ready`);
  });
  exited.catch(() => {});
  const [message] = await Promise.race([once(child, "message"), exited]);
  return message as Message;
}

export async function finished(child: ChildProcess): Promise<void> {
  const [code] = await once(child, "exit");
  if (code !== 0) {
    throw new Error(`${child.spawnfile} ended with ${code}`);
  }
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 5_000);
  await exited;
  clearTimeout(late);
}

export async function answering(server: Server, child: ChildProcess, cookie: string): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt += 1) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${server.name} ended before it answered`);
    }
    const response = await fetch(`${server.url}/auth/get-session`, { headers: { cookie } }).catch(() => null);
    if (response?.ok) {
      return;
    }
    await delay(100);
  }
  throw new Error(`${server.name} does not answer on ${server.url}`);
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") {
    throw new Error("no port is free");
  }
  return address.port;
}

export function say(text: string): void {
  console.error(text);
}

/** Runs a benchmark and always stops its processes. */
export async function runBench(main: (cleanUp: AsyncDisposableStack) => Promise<void>): Promise<void> {
  await using cleanUp = new AsyncDisposableStack();
  let stopping: Promise<void> | undefined;
  for (const [name, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) {
    process.once(name, () => {
      stopping ??= cleanUp.disposeAsync().finally(() => process.exit(code));
    });
  }
  try {
    await main(cleanUp);
  } catch (error) {
    // Errors from stopped servers are expected, and must not end this process before the rest is stopped.
    await stopping;
    throw error;
  }
}
