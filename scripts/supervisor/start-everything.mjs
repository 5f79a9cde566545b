import fs from "node:fs";
import { Agent, get } from "node:http";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { makeDataFolder, OperatorError, reason } from "../../packages/embedded-postgres/src/host.mjs";
import { install } from "../install.mjs";
import { takeLock } from "../lock-file.mjs";
import { node, nodeArguments, readVersion, root } from "../project.mjs";
import { installMissing, mailPackages } from "../system-packages.mjs";
import { startDatabase } from "./database.mjs";
import { followMail } from "./follow-mail.mjs";
import { chooseNameservers } from "./nameservers.mjs";
import { buildPanel } from "./panel-build.mjs";
import { holdFreePort, releasePort, requirePort } from "./ports.mjs";
import { clearLeftovers, createRunFile } from "./run-file.mjs";
import { runOnce, startService } from "./service.mjs";
import { childEnvironment, nearUrl, readSecrets, readSettings, withoutSecrets } from "./settings.mjs";

const entries = {
  migrate: "packages/db/src/entry/migrate.ts",
  registry: "sandbox/registry/src/entry/registry.ts",
  cards: "sandbox/cards/src/entry/cards.ts",
  mail: "sandbox/mail/src/entry/sandbox-mail.ts",
  dns: "sandbox/dns/src/entry/sandbox-nameservers.ts",
  seed: "apps/api/src/entry/seed.ts",
  api: "apps/api/src/entry/server.ts",
  worker: "apps/api/src/entry/worker.ts",
};
const panel = path.join(root, "apps/panel");
const leash = path.join(root, "scripts/supervisor/leash.mjs");
const answerWithinMs = 120_000;
const registryTries = 6;

const secondsSince = (startedMs) => ((performance.now() - startedMs) / 1000).toFixed(1);

function lockDataDir(settings) {
  const { dataDir, apiUrl, panelUrl } = settings;
  let lock;
  try {
    lock = takeLock(path.join(dataDir, "supervisor.lock"), { apiUrl, panelUrl });
  } catch (cause) {
    throw new OperatorError(`The data folder ${dataDir} cannot be used: ${reason(cause)}.`, { cause });
  }
  if (lock.release) {
    return lock;
  }
  const { holder } = lock;
  throw new OperatorError(
    `Zonepost is already running on ${dataDir} (process ${holder.pid}): panel ${holder.panelUrl}, API ${holder.apiUrl}.`,
  );
}

/** The status, or the error's code, and the body. Unlike fetch, never through a proxy of the environment. */
const answerOf = (url) =>
  new Promise((resolve) => {
    const agent = new Agent({ keepAlive: false });
    const request = get(url, { agent, timeout: 5000 }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text) => (body += text));
      response.once("close", () => resolve({ status: response.statusCode, body }));
    });
    request.once("timeout", () => request.destroy(new Error("no answer")));
    request.once("error", (error) => resolve({ status: /** @type {any} */ (error).code ?? error.message }));
  });

async function waitUntilAnswered(url, signal) {
  const deadline = Date.now() + answerWithinMs;
  for (;;) {
    signal.throwIfAborted();
    const { status, body } = await answerOf(url);
    if (status === 200) {
      return body;
    }
    if (Date.now() > deadline) {
      throw new OperatorError(`${url} returned an unexpected response (${status}).`);
    }
    await delay(50);
  }
}

/** Waits until the API is ready, and for a slow registry a few seconds longer: one in maintenance is away for hours. */
async function hasRegistry(url, signal) {
  for (let tries = 1; ; tries += 1) {
    const { checks } = JSON.parse(await waitUntilAnswered(url, signal));
    if (checks.registry === "ok" || tries === registryTries) {
      return checks.registry === "ok";
    }
    await delay(500);
  }
}

/** The mail servers have run, but one of them may have ended since. Its last line is on the terminal. */
async function waitUntilMailRuns({ mail, output, signal }) {
  const deadline = Date.now() + answerWithinMs;
  for (let isTold = false; ; isTold = true) {
    mail.look();
    signal.throwIfAborted();
    if (mail.isRunning()) {
      return;
    }
    if (!isTold) {
      output.say("waiting for the mail servers: one of them has ended");
    }
    if (Date.now() > deadline) {
      throw new OperatorError("The mail servers don't keep running. The last lines of mail.log say why.");
    }
    await delay(50);
  }
}

/** How the processes behind the panel are run, with the secrets and the version of this moment. */
function createPrograms({
  settings,
  databaseUrl,
  registryPort,
  cardsPort,
  nameservers,
  held,
  output,
  signal,
}) {
  const secrets = readSecrets(settings);
  const now = { ...settings, ...readVersion() };
  const env = childEnvironment({ settings: now, secrets, databaseUrl, registryPort, cardsPort, nameservers });
  return {
    once: (name, failure, isQuiet = true) =>
      runOnce({
        name,
        command: node,
        args: [entries[name]],
        cwd: root,
        env,
        output,
        signal,
        failure,
        isQuiet,
      }),
    start(kind, { name, extraEnv = {}, listener = undefined }) {
      const entry = nodeArguments(entries[kind]);
      const program = settings.isDevelopment
        ? { command: process.execPath, args: [leash, node, "--watch", "--watch-preserve-output", ...entry] }
        : { command: node, args: entry };
      return launch({ held, output, kind, name, listener, env: { ...env, ...extraEnv }, ...program });
    },
  };
}

/** Starts the processes behind the panel, each once its dependencies are ready. */
async function startBackEnd({ settings, registryPort, cardsPort, nameservers, held, output, signal }) {
  if (!settings.databaseUrl) {
    const startedMs = performance.now();
    held.databaseStarting = startDatabase({
      dataDir: settings.dataDir,
      output,
      runFile: held.runFile,
      signal,
    });
    const { adopted } = await held.databaseStarting;
    const how = adopted ? "taken over from an earlier run" : "running";
    output.say(`PostgreSQL ${how} (${secondsSince(startedMs)} s)`);
  }
  const database = await held.databaseStarting;
  const databaseUrl = settings.databaseUrl ?? database.url;
  held.programs = () =>
    createPrograms({ settings, databaseUrl, registryPort, cardsPort, nameservers, held, output, signal });
  const programs = held.programs();
  const { once } = programs;
  const serve = (name, kind, extraEnv = {}) => {
    const port = { registry: registryPort, cards: cardsPort, api: settings.apiPort }[kind];
    return startOne({ held, signal, port }, () => programs.start(kind, { name, extraEnv }));
  };
  const several = (kind, count) =>
    Array.from({ length: count }, (_, at) => serve(count > 1 ? `${kind}-${at + 1}` : kind, kind));
  const serveApi = () =>
    Promise.all([...several("api", settings.apiCount), ...several("worker", settings.workerCount)]);
  const serveZones = async () => {
    await Promise.all(nameservers.ports.map(releasePort));
    try {
      await serve("dns", "dns");
    } catch (error) {
      signal.throwIfAborted();
      output.say(`warning: hosted zones aren't published: ${reason(error)}`);
    }
  };
  const fillSandbox = async () => {
    const direct = { DATABASE_URL: settings.directUrl ?? databaseUrl };
    await Promise.all([
      serve("registry", "registry", { ...direct, HOST: "127.0.0.1" }),
      settings.hasCards && serve("cards", "cards", { ...direct, HOST: "127.0.0.1" }),
      settings.hasMail && serve("mail", "mail", direct),
      nameservers && serveZones(),
    ]);
    await once("seed", "The sandbox could not be filled");
  };

  await once("migrate", "The database could not be brought to this version", false);
  // The API must not be ready before the sandbox has its seed data; later starts don't wait.
  const filledMark = path.join(settings.dataDir, "filled");
  if (settings.mode === "live") {
    await serveApi();
  } else if (database && fs.existsSync(filledMark)) {
    await Promise.all([fillSandbox(), serveApi()]);
  } else {
    await fillSandbox();
    if (database) {
      fs.writeFileSync(filledMark, "");
    }
    await serveApi();
  }
  output.say("API and worker running");
}

function requireMailServers() {
  if (process.getuid?.() !== 0) {
    throw new OperatorError("The mail servers need root: start without SANDBOX_MAIL, or as root.");
  }
  const missing = installMissing(mailPackages);
  if (missing) {
    throw new OperatorError(`The mail servers are not installed here: ${missing}.`);
  }
}

/** How the panel is run. Resolves once it is built. */
async function createPanel({ settings, registryPort, held, output, signal }) {
  const now = { ...settings, ...readVersion() };
  const env = withoutSecrets(
    childEnvironment({ settings: now, secrets: {}, databaseUrl: undefined, registryPort }),
  );
  const one = { held, output, kind: "panel", name: "panel" };
  if (settings.isDevelopment) {
    const next = path.join(panel, "node_modules/next/dist/bin/next");
    const address = ["-p", String(settings.panelPort), "-H", settings.host ?? "127.0.0.1"];
    const args = [leash, node, next, "dev", ...address];
    return () =>
      launch({ ...one, command: process.execPath, args, env, cwd: panel, readyPattern: /Ready in/ });
  }
  const folder = await buildPanel({ env, output, signal });
  const args = [path.join(root, "scripts/supervisor/serve-panel.mjs")];
  return ({ listener = undefined } = {}) =>
    launch({ ...one, listener, command: node, args, env: { ...env, NEXT_DIST_DIR: folder } });
}

async function startPanel(given) {
  const { settings, held, output, signal } = given;
  held.panel = () => createPanel(given);
  const start = await held.panel();
  await startOne({ held, signal, port: settings.panelPort }, () => start());
  if (!settings.isDevelopment) {
    output.say("panel running");
  }
}

const launch = ({ held, ...options }) =>
  startService(/** @type {any} */ ({ cwd: root, runFile: held.runFile, ...options }));

async function startOne({ held, signal, port }, start) {
  await releasePort(port);
  signal.throwIfAborted();
  const service = start();
  held.services.push(service);
  await service.ready;
  signal.throwIfAborted();
}

/** What a rolling restart begins with: what an update has brought. Fails before any process is replaced. */
export async function prepareRestart({ held, output, signal }) {
  await install({ log: output.say, signal });
  const programs = held.programs();
  await programs.once("migrate", "The database could not be brought to this version", false);
  const startPanel = await held.panel();
  return (kind) =>
    kind === "panel" ? startPanel : (/** @type {any} */ options) => programs.start(kind, options);
}

function notifyReady({ settings, output, startedMs }) {
  const { panelUrl, apiUrl, dataDir } = settings;
  const signIn =
    settings.mode === "sandbox" ? "   sign in as owner@demo.test with zonepost-demo-password" : "";
  output.say(`ready after ${secondsSince(startedMs)} s; Ctrl-C stops everything`);
  output.say("");
  output.say(`  Panel  ${panelUrl}${signIn}`);
  output.say(`  API    ${apiUrl}   reference at ${apiUrl}/docs`);
  output.say(`  Data   ${dataDir}, with the logs in ${path.join(dataDir, "logs")}`);
  output.say("");
}

/** Starts all processes; each is added to `held` as soon as it exists, so that it can be stopped. */
export async function startEverything({ isDevelopment, held, output, signal }) {
  const startedMs = performance.now();
  const settings = await readSettings({ isDevelopment });
  const { dataDir, host, apiPort, panelPort } = settings;
  makeDataFolder(dataDir);
  held.lock = lockDataDir(settings);
  const runPath = path.join(dataDir, "run.json");
  await clearLeftovers(runPath, output.say);
  await requirePort("API_PORT", apiPort, host);
  await requirePort("PANEL_PORT", panelPort, host);
  output.keepLogsIn(path.join(dataDir, "logs"));
  output.say(
    `Zonepost ${settings.version}${settings.commit ? `, commit ${settings.commit.slice(0, 8)}` : ""}`,
  );
  readSecrets(settings);
  await install({ log: output.say, signal });
  if (settings.hasMail) {
    requireMailServers();
  }
  signal.throwIfAborted();

  const registryPort = await holdFreePort();
  const ports = { api: apiPort, panel: panelPort };
  if (settings.mode === "sandbox") {
    ports.registry = registryPort;
  }
  const cardsPort = settings.hasCards ? await holdFreePort() : undefined;
  if (cardsPort !== undefined) {
    ports.cards = cardsPort;
  }
  const nameservers = await chooseNameservers(settings);
  if (nameservers) {
    [ports.dns, ports.dns2, ports.dns3] = nameservers.ports;
    ports.resolver = nameservers.resolverPort;
  }
  held.runFile = createRunFile(runPath, ports, output.say);
  if (settings.mode === "sandbox") {
    held.mail = followMail({ dataDir, runFile: held.runFile });
  }
  const given = { settings, registryPort, cardsPort, nameservers, held, output, signal };
  await Promise.all([startBackEnd(given), startPanel(given)]);
  held.mail?.look();

  if (!(await hasRegistry(`${nearUrl(settings, apiPort)}/health/ready`, signal))) {
    output.say("warning: a registry doesn't respond; only what needs it fails, until it is back");
  }
  await waitUntilAnswered(`${nearUrl(settings, panelPort)}/sign-in`, signal);
  if (settings.hasMail) {
    await waitUntilMailRuns({ mail: held.mail, output, signal });
  }
  held.mayRestart = !isDevelopment;
  notifyReady({ settings, output, startedMs });
}
