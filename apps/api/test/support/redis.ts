import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { freePort } from "@zonepost/embedded-postgres/host";
import { until } from "./until.ts";

export const hasRedis = existsSync("/usr/bin/redis-server");

const password = "p@ss word";
const run = promisify(execFile);

/** A Redis of the test's own on loopback, which stores nothing on disk. */
export async function startRedis() {
  const port = await freePort();
  const settings = { port, bind: "127.0.0.1", dir: tmpdir(), save: "", requirepass: password };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn("setpriv", ["--pdeathsig", "KILL", "redis-server", ...args], { stdio: "ignore" });
  const exited = new Promise((resolve) => child.once("close", resolve));
  const ask = async (...command: string[]) => {
    const env = { ...process.env, REDISCLI_AUTH: password };
    return (await run("redis-cli", ["-p", String(port), "-n", "3", ...command], { env })).stdout.trim();
  };
  await until("Redis answers", async () => (await ask("ping").catch(() => "")) === "PONG");
  return {
    url: `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}/3`,
    ask,
    async stop(): Promise<void> {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
