import { fork } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { isRunning, OperatorError } from "../packages/db/src/host.mjs";
import { install } from "./install.mjs";
import { node, root } from "./project.mjs";
import { readRunFile } from "./supervisor/run-file.mjs";
import { readSettings } from "./supervisor/settings.mjs";
import { dnsPackages, installMissing } from "./system-packages.mjs";

// `npm run sandbox:dns`: serves the running sandbox's signed zones with Knot DNS, and a validating resolver, until
// Ctrl-C. `-- --port 5353` sets the port, `-- --server example.com=5301` adds a zone served on this machine.

const usage = "npm run sandbox:dns -- [--port 5353] [--server example.com=5301]…";
const looksEveryMs = 500;
const wrong = (message) => Object.assign(new OperatorError(message), { exitCode: 2 });

function readArguments() {
  let values;
  try {
    const options = /** @type {const} */ ({
      port: { type: "string" },
      server: { type: "string", multiple: true },
    });
    ({ values } = parseArgs({ options }));
  } catch {
    throw wrong(`Unknown option. ${usage}`);
  }
  const isPort = (text) => /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536;
  if (values.port !== undefined && !isPort(values.port)) {
    throw wrong(`--port ${values.port} is not a port. ${usage}`);
  }
  const servers = values.server ?? [];
  for (const server of servers) {
    const [zone, port = ""] = server.split("=");
    if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(zone ?? "") || !isPort(port)) {
      throw wrong(`--server ${server} is not a zone and a port. ${usage}`);
    }
  }
  return { port: values.port ?? "0", servers };
}

function findSandbox(settings) {
  const run = readRunFile(path.join(settings.dataDir, "run.json"));
  const [supervisor] = run?.pids?.supervisor ?? [];
  if (!run?.ports?.registry || !isRunning(supervisor)) {
    throw new OperatorError(`No sandbox is running on ${settings.dataDir}. Run npm start first.`);
  }
  if (settings.databaseUrl) {
    return { supervisor, databaseUrl: settings.databaseUrl };
  }
  const url = new URL(`postgres://127.0.0.1:${run.ports.postgres}/zonepost`);
  url.username = "zonepost";
  url.password = fs.readFileSync(path.join(settings.dataDir, "postgres/password"), "utf8").trim();
  return { supervisor, databaseUrl: url.href };
}

function say(port, whose) {
  console.log(`The sandbox's zones are served, signed, ${whose}. A resolver that validates is on port ${port}:

  dig @127.0.0.1 -p ${port} com SOA +dnssec
  dig @127.0.0.1 -p ${port} your-name.com DS +dnssec

"ad" among the flags says that the answer was validated.`);
}

/** For a registry that publishes its own zones (SANDBOX_DNS=true). */
function readAddress(dataDir) {
  try {
    const address = JSON.parse(fs.readFileSync(path.join(dataDir, "registry/dns/address.json"), "utf8"));
    return isRunning(address.pid) ? address : undefined;
  } catch {
    return undefined;
  }
}

async function main() {
  const { port, servers } = readArguments();
  const settings = await readSettings({ isDevelopment: false });
  const { supervisor, databaseUrl } = findSandbox(settings);
  const held = readAddress(settings.dataDir);
  if (held) {
    return say(held.resolverPort, `by process ${held.pid}`);
  }
  await install({ log: (line) => console.error(line) });
  const missing = installMissing(dnsPackages);
  if (missing) {
    throw new OperatorError(`The DNS servers are not installed here: ${missing}.`);
  }
  const child = fork(path.join(root, "apps/registry/src/entry/sandbox-dns.ts"), [], {
    execPath: node,
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: settings.dataDir,
      SANDBOX_DNS_PORT: port,
      SANDBOX_DNS_SERVERS: servers.join(","),
    },
  });
  // A terminal already sends Ctrl-C to both processes.
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(
      name,
      () => (name === "SIGINT" && process.stdin.isTTY) || child.kill(/** @type {NodeJS.Signals} */ (name)),
    );
  }
  child.on("message", (/** @type {any} */ message) => {
    if (message?.type === "ready") {
      say(message.resolverPort, "until Ctrl-C");
    }
  });
  const watch = setInterval(() => {
    if (isRunning(supervisor)) {
      return;
    }
    clearInterval(watch);
    console.log("The sandbox has stopped, and its DNS with it.");
    child.kill("SIGTERM");
  }, looksEveryMs);
  process.exitCode = await new Promise((resolve) => child.once("close", (code) => resolve(code ?? 1)));
  clearInterval(watch);
}

try {
  await main();
} catch (error) {
  console.error(error.publicMessage ?? error);
  process.exitCode = error.exitCode ?? 1;
}
