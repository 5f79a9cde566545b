import fs from "node:fs";
import { get } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { OperatorError, reason } from "../packages/embedded-postgres/src/host.mjs";
import { built, node, nodeArguments, root } from "../scripts/project.mjs";
import { withoutSecrets } from "../scripts/supervisor/settings.mjs";
import { roleOfContainer } from "./role-of-container.mjs";

// Starts a part of an installation that `deploy/build.mjs` has built, in place of this process: `zonepost api`.

const roles = {
  api: "apps/api/src/entry/server.ts",
  worker: "apps/api/src/entry/worker.ts",
  panel: "scripts/supervisor/serve-panel.mjs",
  migrate: "packages/db/src/entry/migrate.ts",
  mail: "deploy/mail/src/entry/container.ts",
  all: "scripts/start.mjs",
};
/** A worker writes one every ten seconds. */
const oldestHeartbeatMs = 45_000;
const healthWithinMs = 5_000;

/** The operator's commands, such as `workspace:create`, as package.json has them. */
function readCommands() {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  return new Map(
    Object.entries(scripts).flatMap(([name, line]) => {
      const [, command] =
        /^(?:exec )?node ((?:scripts\/operator\/|scripts\/run\.mjs deploy\/).*)$/.exec(line) ?? [];
      return command === undefined ? [] : [[name, command.split(" ")]];
    }),
  );
}

/** Files named after a setting: a container's secrets, and the credentials of a service of systemd. */
function readSecretFiles(env) {
  for (const folder of [env.CREDENTIALS_DIRECTORY, env.SECRETS_DIR || "/run/secrets"].filter(Boolean)) {
    for (const name of fs.existsSync(folder) ? fs.readdirSync(folder) : []) {
      const file = path.join(folder, name);
      if (!/^[A-Z][A-Z0-9_]*$/.test(name) || env[name]) {
        continue;
      }
      try {
        env[name] = fs.readFileSync(file, "utf8").replace(/\r?\n$/, "");
      } catch (cause) {
        throw new OperatorError(
          `The secret ${file} can't be read by the user ${process.getuid?.()}: ${reason(cause)}.`,
          { cause },
        );
      }
    }
  }
}

function readEnvironment() {
  const env = { ...process.env };
  readSecretFiles(env);
  env.NODE_ENV = "production";
  env.NEXT_TELEMETRY_DISABLED = "1";
  env.LOGS ||= "stdout";
  // A library looks for one, which a user without a name doesn't have.
  env.HOME ||= root;
  env.DATA_DIR ||= "/var/lib/zonepost";
  env.API_PORT ||= "4000";
  env.PANEL_PORT ||= "3000";
  env.WORKER_HEARTBEAT_FILE ||= path.join(env.RUNTIME_DIRECTORY ?? tmpdir(), "zonepost-worker-heartbeat");
  if (built) {
    env.ZONEPOST_VERSION = built.version;
    env.ZONEPOST_COMMIT = built.commit ?? "";
    env.NEXT_DIST_DIR = built.panel;
  }
  return env;
}

/** In place of this process, so that signals reach the program, and its output and exit code are its own. */
function become(args, env) {
  process.chdir(root);
  const notify = env.NOTIFY_SOCKET ? ["--import", path.join(root, "deploy/notify-systemd.mjs")] : [];
  // @ts-expect-error Newer than the types.
  process.execve(node, [node, ...notify, ...args], env);
}

// ── Health ──────────────────────────────────────────────────────────────────

/** Resolves to what is wrong, or undefined. Never through a proxy of the environment. */
const faultOf = (url) =>
  new Promise((resolve) => {
    const request = get(url, { timeout: healthWithinMs }, (response) => {
      response.resume();
      resolve(response.statusCode === 200 ? undefined : `${url} returned ${response.statusCode}`);
    });
    request.once("timeout", () => request.destroy(new Error("no answer")));
    request.once("error", (error) => resolve(`${url}: ${error.message}`));
  });

function faultOfWorker(file) {
  const { mtimeMs } = fs.statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: undefined };
  if (mtimeMs === undefined) {
    return "the worker hasn't done any work yet";
  }
  const ageMs = Date.now() - mtimeMs;
  return ageMs < oldestHeartbeatMs
    ? undefined
    : `the worker did its last work ${Math.round(ageMs / 1000)} s ago`;
}

/** SMTP, IMAP and its Sieve, submission, and what Postfix asks about each recipient. */
const mailPorts = [25, 143, 587, 4190, 10_026, 10_029];
const faultOfPort = (port) =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", timeout: healthWithinMs });
    socket.once("connect", () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.once("timeout", () => socket.destroy(new Error("no answer")));
    socket.once("error", (error) => resolve(`port ${port}: ${error.message}`));
  });
const faultOfMail = async () =>
  (await Promise.all(mailPorts.map(faultOfPort))).filter(Boolean).join(", ") || undefined;

async function checkHealth(role, env) {
  const host = !env.HOST || ["0.0.0.0", "::"].includes(env.HOST) ? "127.0.0.1" : env.HOST;
  const at = (port) => `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  const checks = {
    api: () => faultOf(`${at(env.API_PORT)}/health/ready`),
    panel: () => faultOf(`${at(env.PANEL_PORT)}/sign-in`),
    worker: () => faultOfWorker(env.WORKER_HEARTBEAT_FILE),
    mail: faultOfMail,
  };
  // Of `all`, a mail host isn't a part.
  const chosen = role === "all" ? [checks.api, checks.panel, checks.worker] : [checks[role]];
  if (chosen.includes(undefined)) {
    const message = `There is no health of ${role}: api, worker, panel, mail or all.`;
    throw Object.assign(new OperatorError(message), { exitCode: 2 });
  }
  const faults = (await Promise.all(chosen.map((check) => check?.()))).filter(Boolean);
  for (const fault of faults) {
    console.error(fault);
  }
  process.exitCode = faults.length > 0 ? 1 : 0;
}

// ── What was asked for ──────────────────────────────────────────────────────

async function run() {
  const [given, ...args] = process.argv.slice(2);
  const name = given ?? process.env.ROLE;
  const commands = readCommands();
  const env = readEnvironment();
  if (name === "health") {
    return await checkHealth(args[0] ?? roleOfContainer(roles) ?? process.env.ROLE ?? "all", env);
  }
  const entry = Object.hasOwn(roles, name ?? "") ? roles[name] : undefined;
  if (entry !== undefined) {
    return become([...nodeArguments(entry), ...args], name === "panel" ? withoutSecrets(env) : env);
  }
  const command = commands.get(name ?? "");
  if (command !== undefined) {
    return become([...command, ...args], env);
  }
  const message = `Usage: zonepost ROLE, or zonepost COMMAND [options]
  roles     ${Object.keys(roles).join(", ")}; without an argument, the one in ROLE
  health    health ROLE: exit code 0 if it works
  commands  ${[...commands.keys()].join(", ")}`;
  throw Object.assign(new OperatorError(message), { exitCode: 2 });
}

await run().catch((error) => {
  console.error(error.publicMessage ?? error);
  process.exit(error.exitCode ?? 1);
});
