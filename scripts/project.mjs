import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root, and the newer Node from the installed packages. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const node = path.join(root, "node_modules/node/bin/node");

/** The folders of the workspace's packages, such as `apps/api`. */
export const packageFolders = (from = root) =>
  ["apps", "sandbox", "deploy", "packages", "examples"]
    .filter((group) => fs.existsSync(path.join(from, group)))
    .flatMap((group) =>
      fs
        .readdirSync(path.join(from, group))
        .sort()
        .map((name) => `${group}/${name}`),
    );

/**
 * The arguments that run a program. By default, V8 lets the heap of a busy worker grow to ten times what is in use:
 * after 20,000 deliveries it took 390 MB, and takes 210 MB with these limits, for a tenth more CPU time.
 */
export const nodeArguments = (entry) =>
  entry.endsWith("entry/worker.ts")
    ? ["--max-semi-space-size=16", "--heap-growing-percent=50", entry]
    : [entry];

/**
 * What `deploy/build.mjs` has written about the folder that it made: everything is in it, and it may be read-only. Undefined
 * in a checkout.
 * @type {{ version: string, commit?: string, panel: string } | undefined}
 */
export const built = readBuild();
function readBuild() {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, "build.json"), "utf8"));
  } catch (error) {
    if (error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}

/** The product's version, and the commit if it is known: a container's build names it in its environment. */
export function readVersion() {
  if (built) {
    return { version: built.version, commit: built.commit };
  }
  const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  if (process.env.ZONEPOST_COMMIT) {
    return { version, commit: process.env.ZONEPOST_COMMIT };
  }
  const { stdout } = spawnSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" });
  return { version, commit: stdout?.trim() || undefined };
}
