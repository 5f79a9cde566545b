import { fork } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { isRunning, OperatorError } from "../../packages/embedded-postgres/src/host.mjs";
import { node, root } from "../../scripts/project.mjs";
import { readRunFile } from "../../scripts/supervisor/run-file.mjs";

// For commands that run servers next to a running sandbox: `npm run sandbox:dns` and `npm run sandbox:mail`.

const looksEveryMs = 500;

/** The supervisor of the sandbox that runs on the data folder, and the address of its database. */
export function findSandbox(settings) {
  const run = readRunFile(path.join(settings.dataDir, "run.json"));
  const [supervisor] = run?.pids?.supervisor ?? [];
  if (!run?.ports?.registry || !isRunning(supervisor)) {
    throw new OperatorError(`No sandbox is running on ${settings.dataDir}. Run npm start first.`);
  }
  const { ports } = run;
  if (settings.directUrl) {
    return { supervisor, ports, databaseUrl: settings.directUrl };
  }
  const url = new URL(`postgres://127.0.0.1:${run.ports.postgres}/zonepost`);
  url.username = "zonepost";
  url.password = fs.readFileSync(path.join(settings.dataDir, "postgres/password"), "utf8").trim();
  return { supervisor, ports, databaseUrl: url.href };
}

/** Runs a program until a signal, or until the supervisor has stopped; resolves to its exit code. */
export async function runBeside({ entry, env, supervisor, name, onReady }) {
  // A group of its own, which ends as a whole. It stops when we disappear, because its channel closes.
  const child = fork(path.join(root, entry), [], { execPath: node, cwd: root, env, detached: true });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => child.kill(/** @type {NodeJS.Signals} */ (signal)));
  }
  child.on("message", (/** @type {any} */ message) => {
    if (message?.type === "ready") {
      onReady(message);
    }
  });
  const watch = setInterval(() => {
    if (isRunning(supervisor)) {
      return;
    }
    clearInterval(watch);
    console.log(`The sandbox has stopped, and its ${name} with it.`);
    child.kill("SIGTERM");
  }, looksEveryMs);
  const code = await new Promise((resolve) => child.once("close", (exitCode) => resolve(exitCode ?? 1)));
  clearInterval(watch);
  return code;
}

/** The content of a server's address file, if its process is running. */
export function readAddress(file) {
  try {
    const address = JSON.parse(fs.readFileSync(file, "utf8"));
    return isRunning(address.pid) ? address : undefined;
  } catch {
    return undefined;
  }
}
