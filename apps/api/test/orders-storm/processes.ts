import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { variablesOf } from "../support/kill-workers.ts";
import type { Api } from "../support/start-api.ts";

const entries = {
  api: "../../src/entry/server.ts",
  worker: "../../src/entry/worker.ts",
  cards: "../../../../sandbox/cards/src/entry/cards.ts",
};

export type ProcessName = keyof typeof entries;

/** Secrets of the storm, which must not be in any log. */
export const stormSecrets = {
  STRIPE_SECRET_KEY: "sk_test_secret_of_the_storm",
  STRIPE_WEBHOOK_SECRET: "whsec_secret_of_the_storm",
  CARDS_CONTROL_SECRET: "control_secret_of_the_storm",
};

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") {
    throw new Error("no port is free");
  }
  return address.port;
}

/** The real api, worker and cards processes on the database and registry of a fixture. */
export function createProcesses({ env }: Api, ports: { api: number; cards: number }) {
  const running = new Map<ProcessName, ChildProcess>();
  let log = "";
  const variables = {
    ...process.env,
    ...stormSecrets,
    ...variablesOf(env),
    PRICE_LIST_FILE: env.PRICE_LIST_FILE,
    PANEL_URL: env.PANEL_URL,
    API_PORT: String(ports.api),
    CARDS_PORT: String(ports.cards),
    CARDS_WEBHOOK_URL: `http://127.0.0.1:${ports.api}/inbound/stripe`,
    STRIPE_API_BASE: env.STRIPE_API_BASE,
    DNS_RESOLVERS: "127.0.0.1:9",
    RATE_LIMIT_PER_MINUTE: "100000",
    WORKSPACE_RATE_LIMIT_PER_MINUTE: "100000",
    // So that every refund is made.
    UNDONE_REGISTRATIONS: "1000",
    LOG_LEVEL: "trace",
  };

  async function end(name: ProcessName, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const child = running.get(name);
    running.delete(name);
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    }
  }

  return {
    /** Everything that the processes have written. */
    log: () => log,
    async start(name: ProcessName): Promise<void> {
      const child = spawn(process.execPath, [fileURLToPath(new URL(entries[name], import.meta.url))], {
        stdio: ["ignore", "pipe", "pipe", "ipc"],
        env: variables,
      });
      running.set(name, child);
      child.stdout?.on("data", (chunk) => (log += chunk));
      child.stderr?.on("data", (chunk) => (log += chunk));
      await Promise.race([
        once(child, "message"),
        once(child, "exit").then(() => {
          throw new Error(`${name} didn't start: ${log.slice(-2_000)}`);
        }),
      ]);
    },
    kill: (name: ProcessName) => end(name, "SIGKILL"),
    stopAll: () => Promise.all([...running.keys()].map((name) => end(name, "SIGTERM"))),
  };
}

export type Processes = ReturnType<typeof createProcesses>;
