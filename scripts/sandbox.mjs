import { spawn } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./project.mjs";

// A whole Zonepost of its own for tests and benchmarks: on free ports, in a folder that goes when it stops.

/** Starts it as `npm start` does and resolves when it is ready; rejects with what it said when it ends before. */
export async function startSandbox({ env = {}, dataDir } = {}) {
  const place = dataDir ? undefined : fs.mkdtempSync(path.join(tmpdir(), "zonepost-sandbox-"));
  if (place) fs.chmodSync(place, 0o711);
  const data = dataDir ?? path.join(place, "data");
  const remove = () => place && fs.rmSync(place, { recursive: true, force: true });
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    env: { ...process.env, API_PORT: "0", PANEL_PORT: "0", NO_COLOR: "1", ...env, DATA_DIR: data },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  let report;
  const isReady = new Promise((resolve) => {
    report = resolve;
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said += chunk;
      if (/\| ready after/.test(said)) report(true);
    });
  }
  const exited = new Promise((resolve) => child.once("close", (code, signal) => resolve(code ?? signal)));
  // Whoever started us may be told to go without a chance to say stop.
  const endWithUs = () => child.kill("SIGTERM");
  process.once("exit", endWithUs);
  exited.then(() => process.off("exit", endWithUs));

  if (!(await Promise.race([isReady, exited.then(() => false)]))) {
    remove();
    const error = new Error(`it did not start (exit code ${await exited}):\n${said}`);
    throw Object.assign(error, { exitCode: await exited, said });
  }
  const { ports } = JSON.parse(fs.readFileSync(path.join(data, "run.json"), "utf8"));
  return {
    child,
    dataDir: data,
    ports,
    apiUrl: `http://localhost:${ports.api}`,
    panelUrl: `http://localhost:${ports.panel}`,
    output: () => said,
    /** What run.json says now. */
    readRun: () => JSON.parse(fs.readFileSync(path.join(data, "run.json"), "utf8")),
    /** Resolves to the exit code, or the signal that ended it. */
    exited,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      const code = await exited;
      remove();
      return code;
    },
  };
}
