import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort, makeDataFolder, OperatorError, reason } from "../../packages/db/src/host.mjs";
import { install } from "../install.mjs";
import { takeLock } from "../lock-file.mjs";
import { node, root } from "../project.mjs";
import { startDatabase } from "./database.mjs";
import { createOutput } from "./output.mjs";
import { buildPanel } from "./panel-build.mjs";
import { requirePort } from "./ports.mjs";
import { clearLeftovers, createRunFile } from "./run-file.mjs";
import { runOnce, startService } from "./service.mjs";
import { childEnvironment, readSecrets, readSettings } from "./settings.mjs";

const entries = {
  migrate: "packages/db/src/entry/migrate.ts",
  registry: "apps/registry/src/entry/registry.ts",
  seed: "apps/api/src/entry/seed.ts",
  api: "apps/api/src/entry/server.ts",
  worker: "apps/api/src/entry/worker.ts",
};
const panel = path.join(root, "apps/panel");
const leash = path.join(root, "scripts/supervisor/leash.mjs");

// In this order, each with its own grace: together they stay below the ten seconds that are promised.
const stopOrder = [
  { kind: "panel", graceMs: 1500 },
  { kind: "api", graceMs: 2000 },
  { kind: "worker", graceMs: 2000 },
  { kind: "registry", graceMs: 1000 },
];
const databaseGraceMs = 2000;
const hurriedGraceMs = 200;

function lockDataDir(settings) {
  const { dataDir, apiUrl, panelUrl } = settings;
  let lock;
  try {
    lock = takeLock(path.join(dataDir, "supervisor.lock"), { apiUrl, panelUrl });
  } catch (cause) {
    throw new OperatorError(`The data folder ${dataDir} cannot be used: ${reason(cause)}.`, { cause });
  }
  if (lock.release) return lock;
  const { holder } = lock;
  throw new OperatorError(
    `Zonepost already runs on ${dataDir} (process ${holder.pid}): panel ${holder.panelUrl}, API ${holder.apiUrl}.`,
  );
}

async function waitUntilAnswered(url, signal) {
  const deadline = Date.now() + 60_000;
  for (;;) {
    signal.throwIfAborted();
    const status = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(5000) }).then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      (error) => error.cause?.code ?? error.message,
    );
    if (status === 200) return;
    if (Date.now() > deadline) throw new OperatorError(`${url} does not answer as it should (${status}).`);
    await delay(50);
  }
}

/** Starts everything and stays until it is told to stop; resolves to the exit code. */
export async function supervise({ isDevelopment = false } = {}) {
  const startedMs = performance.now();
  const output = createOutput();
  const aborted = new AbortController();
  const { signal } = aborted;
  const services = [];
  let database;
  let databaseStarting;
  let runFile;
  let lock;
  let isHurried = false;

  const stopped = new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) {
      process.on(name, () => {
        if (!signal.aborted) {
          output.say("stopping");
          aborted.abort(new OperatorError("Stopped."));
          resolve();
        } else if (name === "SIGINT") {
          isHurried = true;
          for (const { service } of services) service.kill();
        }
      });
    }
  });

  const serve = async (kind, name, options) => {
    signal.throwIfAborted();
    const service = startService({ kind, name, cwd: root, output, runFile, ...options });
    services.push({ kind, service });
    await service.ready;
    signal.throwIfAborted();
  };

  async function start() {
    const settings = await readSettings({ isDevelopment });
    const { dataDir } = settings;
    makeDataFolder(dataDir);
    lock = lockDataDir(settings);
    const runPath = path.join(dataDir, "run.json");
    await clearLeftovers(runPath, output.say);
    await requirePort("API_PORT", settings.apiPort, settings.host);
    await requirePort("PANEL_PORT", settings.panelPort, settings.host);
    output.keepLogsIn(path.join(dataDir, "logs"));
    const secrets = readSecrets(dataDir);
    await install({ log: output.say, signal });
    signal.throwIfAborted();

    const registryPort = await freePort();
    const ports = { api: settings.apiPort, panel: settings.panelPort };
    if (settings.mode === "sandbox") ports.registry = registryPort;
    runFile = createRunFile(runPath, ports, output.say);

    async function startBehind() {
      if (!settings.databaseUrl) {
        const beganMs = performance.now();
        databaseStarting = startDatabase({ dataDir, output, runFile, signal });
        database = await databaseStarting;
        const how = database.adopted ? "taken over from an earlier run" : "running";
        output.say(`PostgreSQL ${how} (${((performance.now() - beganMs) / 1000).toFixed(1)} s)`);
      }
      const databaseUrl = settings.databaseUrl ?? database.url;
      const env = childEnvironment({ settings, secrets, databaseUrl, registryPort });
      const once = (name, failure) =>
        runOnce({ name, command: node, args: [entries[name]], cwd: root, env, output, signal, failure });
      const program = (name) =>
        isDevelopment
          ? {
              command: process.execPath,
              args: [leash, node, "--watch", "--watch-preserve-output", entries[name]],
              env,
            }
          : { command: node, args: [entries[name]], env };
      const several = (kind, count) =>
        Array.from({ length: count }, (_, at) =>
          serve(kind, count > 1 ? `${kind}-${at + 1}` : kind, program(kind)),
        );
      await once("migrate", "The database could not be brought to this version");
      const serveApi = () =>
        Promise.all([...several("api", settings.apiCount), ...several("worker", settings.workerCount)]);
      const fillSandbox = async () => {
        await serve("registry", "registry", { ...program("registry"), env: { ...env, HOST: "127.0.0.1" } });
        await once("seed", "The sandbox could not be filled");
      };
      // Nobody may find the API ready before the sandbox has its first people and domains; later on nothing waits.
      const filledMark = path.join(dataDir, "filled");
      if (settings.mode === "live") await serveApi();
      else if (database && fs.existsSync(filledMark)) await Promise.all([fillSandbox(), serveApi()]);
      else {
        await fillSandbox();
        if (database) fs.writeFileSync(filledMark, "");
        await serveApi();
      }
      output.say("API and worker running");
    }

    async function startPanel() {
      const env = childEnvironment({ settings, secrets: {}, databaseUrl: undefined, registryPort });
      for (const name of Object.keys(env))
        if (/^(DATABASE_|EPP_|AUTH_SECRET|ENCRYPTION_)/.test(name)) delete env[name];
      if (isDevelopment) {
        const next = path.join(panel, "node_modules/next/dist/bin/next");
        const args = [
          leash,
          node,
          next,
          "dev",
          "-p",
          `${settings.panelPort}`,
          "-H",
          settings.host ?? "127.0.0.1",
        ];
        return serve("panel", "panel", {
          command: process.execPath,
          args,
          env,
          cwd: panel,
          readyPattern: /Ready in/,
        });
      }
      const folder = await buildPanel({ env, output, signal });
      await serve("panel", "panel", {
        command: node,
        args: [path.join(root, "scripts/supervisor/serve-panel.mjs")],
        env: { ...env, NEXT_DIST_DIR: folder },
      });
      output.say("panel running");
    }

    await Promise.all([startBehind(), startPanel()]);
    const host =
      settings.host && settings.host !== "0.0.0.0" && settings.host !== "::" ? settings.host : "127.0.0.1";
    const local = (port) => `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
    await waitUntilAnswered(`${local(settings.apiPort)}/health/ready`, signal);
    await waitUntilAnswered(`${local(settings.panelPort)}/sign-in`, signal);

    output.say(
      `ready after ${((performance.now() - startedMs) / 1000).toFixed(1)} s; Ctrl-C stops everything`,
    );
    output.say("");
    const signIn = "sign in as owner@demo.test with zonepost-demo-password";
    output.say(`  Panel  ${settings.panelUrl}${settings.mode === "sandbox" ? `   ${signIn}` : ""}`);
    output.say(`  API    ${settings.apiUrl}   reference at ${settings.apiUrl}/docs`);
    output.say(`  Data   ${dataDir}, with the logs in ${path.join(dataDir, "logs")}`);
    output.say("");
  }

  async function stopAll() {
    for (const { kind, graceMs } of stopOrder) {
      const mine = services.filter((each) => each.kind === kind);
      await Promise.all(mine.map(({ service }) => service.stop(isHurried ? hurriedGraceMs : graceMs)));
    }
    // One that is just starting can be stopped only when it is there.
    database ??= await databaseStarting?.catch(() => undefined);
    await database?.stop(isHurried ? hurriedGraceMs : databaseGraceMs);
    runFile?.close();
    lock?.release();
  }

  let exitCode = 0;
  const starting = start();
  try {
    await Promise.race([starting, stopped]);
    await stopped;
  } catch (error) {
    if (!signal.aborted) {
      exitCode = 1;
      aborted.abort(new OperatorError("Stopped."));
      process.stderr.write(`${error.publicMessage ?? error.stack}\n`);
    }
  }
  starting.catch(() => {});
  await stopAll();
  if (exitCode === 0) output.say("stopped");
  return exitCode;
}
