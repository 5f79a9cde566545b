import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { OperatorError, reason } from "../packages/embedded-postgres/src/host.mjs";
import { waitForLock } from "./lock-file.mjs";
import { built, node, packageFolders, root } from "./project.mjs";

const stampFile = path.join(root, "node_modules/.zonepost-install");

function packageFiles() {
  const files = ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "bench/package.json"];
  files.push(...packageFolders().map((folder) => `${folder}/package.json`));
  return files.filter((file) => fs.existsSync(path.join(root, file)));
}

function expectedStamp() {
  const hash = createHash("sha256").update(`${process.platform}-${process.arch}\n`);
  for (const file of packageFiles()) {
    hash.update(`${file}\n`).update(fs.readFileSync(path.join(root, file)));
  }
  return hash.digest("hex");
}

/** What the last complete installation was made from, and whether it had everything. */
function readInstalled() {
  try {
    const [stamp, extent] = fs.readFileSync(stampFile, "utf8").trim().split(" ");
    return { stamp, hasAll: extent === "all" };
  } catch {
    return { stamp: undefined, hasAll: false };
  }
}

function isInstalled(stamp, needsAll) {
  const installed = readInstalled();
  return installed.stamp === stamp && (installed.hasAll || !needsAll) && fs.existsSync(node);
}

function packageManager() {
  return JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")).packageManager;
}

const isOffline = (output) =>
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT/.test(output);

async function runPackageManager({ hasAll, log, signal }) {
  const args = [
    "--yes",
    packageManager(),
    "install",
    "--frozen-lockfile",
    // Said in both cases, because NODE_ENV would choose otherwise.
    `--prod=${!hasAll}`,
    "--reporter=append-only",
  ];
  const env = { ...process.env, CI: "true", DO_NOT_TRACK: "1" };
  const child = spawn("npx", args, { cwd: root, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const abort = () => child.pid && process.kill(-child.pid, "SIGKILL");
  signal?.addEventListener("abort", abort, { once: true });
  let output = "";
  let lastShownMs = 0;
  const hear = (chunk) => {
    output += chunk;
    const progress = String(chunk).match(/Progress: .*$/m);
    if (!progress || Date.now() - lastShownMs < 2000) {
      return;
    }
    lastShownMs = Date.now();
    log(progress[0].replace("Progress: ", "installing: "));
  };
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const code = await new Promise((resolve) => {
    child.once("error", (/** @type {NodeJS.ErrnoException} */ error) => {
      output += `${error.code} ${error.message}`;
      resolve(1);
    });
    child.once("close", resolve);
  });
  signal?.removeEventListener("abort", abort);
  return { code, output };
}

/**
 * Makes node_modules match the lockfile; returns quickly if it already does. Running and building need `dependencies`
 * alone, which is half of all packages; tests, checks and benchmarks need all.
 * @param {{ needsAll?: boolean, log?: (line: string) => void, signal?: AbortSignal }} [options]
 */
export async function install({ needsAll = false, log = console.log, signal } = {}) {
  if (Number(process.versions.node.split(".")[0]) < 20) {
    throw new OperatorError(
      `Node ${process.versions.node} is too old: Zonepost starts with Node 20 or newer.`,
    );
  }
  if (built) {
    return;
  }
  const stamp = expectedStamp();
  if (isInstalled(stamp, needsAll)) {
    return;
  }
  let lock;
  try {
    fs.mkdirSync(path.join(root, ".cache"), { recursive: true });
    lock = await waitForLock(path.join(root, ".cache/install.lock"), ({ pid }) =>
      log(`waiting for the installation by process ${pid}`),
    );
  } catch (cause) {
    throw new OperatorError(`Packages cannot be installed in ${root}: ${reason(cause)}.`, { cause });
  }
  try {
    if (isInstalled(stamp, needsAll)) {
      return;
    }
    const startedMs = Date.now();
    log("installing packages (up to half a minute the first time)");
    const hasAll = needsAll || readInstalled().hasAll;
    fs.rmSync(stampFile, { force: true });
    const { code, output } = await runPackageManager({ hasAll, log, signal });
    signal?.throwIfAborted();
    if (code !== 0) {
      if (isOffline(output)) {
        throw new OperatorError(
          "Packages could not be installed: the package registry cannot be reached (the network is needed once).",
        );
      }
      const message = output
        .split("\n")
        .filter((line) => line.trim() && !/Progress:|Unsupported engine/.test(line));
      console.error(message.slice(-15).join("\n"));
      throw new OperatorError(`Packages could not be installed (exit code ${code}).`);
    }
    fs.writeFileSync(stampFile, `${stamp} ${hasAll ? "all" : "running"}\n`);
    log(`packages installed (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`);
  } finally {
    lock.release();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(fs.realpathSync(process.argv[1])).href) {
  await install({ needsAll: true }).catch((error) => {
    console.error(error.publicMessage ?? error);
    process.exit(1);
  });
}
