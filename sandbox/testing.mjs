import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { placeForTests } from "../packages/embedded-postgres/src/testing-place.mjs";
import { root } from "../scripts/project.mjs";

// A complete Zonepost for tests and benchmarks: on free ports, in a folder that is deleted when it stops.

// Settings of the developer's own installation must not leak into this one.
const ownVariables =
  /^(DATABASE_|EPP_|HOST$|APIS$|WORKERS$|ZONEPOST_MODE$|API_|PANEL_|COOKIE_DOMAIN$|DATA_DIR$|MAIL_|SMTP_URL$|PAYMENTS$|STRIPE_|CARDS_)/;

function cleanEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownVariables.test(name)));
}

/**
 * Starts it as `npm start` does and resolves when it is ready. Rejects if it ends before that, with its `exitCode`,
 * `stdout` and `stderr`. Its folder is created in `parent`, unless `dataDir` is given.
 * @param {{ env?: Record<string, string | undefined>, dataDir?: string, parent?: string }} [options]
 */
export async function startSandbox({ env = {}, dataDir, parent = placeForTests() } = {}) {
  const place = dataDir ? undefined : fs.mkdtempSync(path.join(parent, "zonepost-sandbox-"));
  if (place) {
    fs.chmodSync(place, 0o711);
  }
  const data = dataDir ?? path.join(place ?? "", "data");
  const remove = () => place && fs.rmSync(place, { recursive: true, force: true });
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    env: { ...cleanEnvironment(), API_PORT: "0", PANEL_PORT: "0", NO_COLOR: "1", ...env, DATA_DIR: data },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  let report;
  const isReady = new Promise((resolve) => {
    report = resolve;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
    if (/\| ready after/.test(stdout)) {
      report(true);
    }
  });
  const exited = new Promise((resolve) => child.once("close", (code, signal) => resolve(code ?? signal)));
  // The parent process may be killed without a chance to stop us.
  const endWithUs = () => child.kill("SIGTERM");
  process.once("exit", endWithUs);
  exited.then(() => process.off("exit", endWithUs));

  if (!(await Promise.race([isReady, exited.then(() => false)]))) {
    remove();
    const exitCode = await exited;
    const error = new Error(`Zonepost did not start (exit code ${exitCode}):\n${stdout}${stderr}`);
    throw Object.assign(error, { exitCode, stdout, stderr });
  }
  const { ports } = JSON.parse(fs.readFileSync(path.join(data, "run.json"), "utf8"));
  return {
    child,
    dataDir: data,
    ports,
    apiUrl: `http://localhost:${ports.api}`,
    panelUrl: `http://localhost:${ports.panel}`,
    output: () => stdout + stderr,
    readRun: () => JSON.parse(fs.readFileSync(path.join(data, "run.json"), "utf8")),
    /** Resolves to the exit code, or the signal that ended it. */
    exited,
    async stop(/** @type {NodeJS.Signals} */ signal = "SIGTERM") {
      child.kill(signal);
      const code = await exited;
      remove();
      return code;
    },
  };
}
