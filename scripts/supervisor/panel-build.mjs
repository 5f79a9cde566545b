import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { OperatorError, reason } from "../../packages/embedded-postgres/src/host.mjs";
import { waitForLock } from "../lock-file.mjs";
import { built, node, root } from "../project.mjs";
import { runOnce } from "./service.mjs";
import { compressStaticFiles } from "./static-files.mjs";

// One folder per state of the sources (`.next-<hash>`), so that a running panel is never half replaced, and parallel
// copies share a build. An unfinished build lacks its mark and is repeated.

const panel = path.join(root, "apps/panel");
const mark = "zonepost-complete";
const keptBuilds = 3;

function sourceFiles(folder) {
  const files = [];
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.name.startsWith(".") || ["node_modules", "e2e", "dist", "next-env.d.ts"].includes(entry.name)) {
      continue;
    }
    if (entry.name.endsWith(".tsbuildinfo") || /\.test\.tsx?$/.test(entry.name)) {
      continue;
    }
    if (entry.isDirectory()) {
      files.push(...sourceFiles(file));
    } else {
      files.push(file);
    }
  }
  return files;
}

function sourcesHash() {
  const hash = createHash("sha256");
  const files = [
    path.join(root, "pnpm-lock.yaml"),
    path.join(root, "tsconfig.base.json"),
    ...sourceFiles(panel),
    ...["schema", "webhook-doctor", "webhook-signing"].flatMap((name) =>
      sourceFiles(path.join(root, "packages", name)),
    ),
  ].sort();
  for (const file of files) {
    hash.update(`${path.relative(root, file)}\n`).update(fs.readFileSync(file));
  }
  return hash.digest("hex").slice(0, 16);
}

const isComplete = (folder) => fs.existsSync(path.join(panel, folder, mark));

function removeOldBuilds(current) {
  const old = fs
    .readdirSync(panel)
    .filter((name) => /^\.next-[0-9a-f]{16}$/.test(name) && name !== current)
    .map((name) => ({ name, builtMs: fs.statSync(path.join(panel, name)).mtimeMs }))
    .sort((a, b) => b.builtMs - a.builtMs);
  for (const { name } of old.slice(keptBuilds - 1)) {
    fs.rmSync(path.join(panel, name), { recursive: true, force: true });
  }
}

/** Builds the panel if needed. Resolves to the build folder's name, relative to the panel. */
export async function buildPanel({ env, output, signal }) {
  if (built) {
    return built.panel;
  }
  const folder = `.next-${sourcesHash()}`;
  if (isComplete(folder)) {
    return folder;
  }
  let lock;
  try {
    fs.mkdirSync(path.join(root, ".cache"), { recursive: true });
    lock = await waitForLock(path.join(root, ".cache/panel-build.lock"), ({ pid }) =>
      output.say(`waiting for process ${pid}, which builds the panel`),
    );
    if (isComplete(folder)) {
      return folder;
    }
    fs.rmSync(path.join(panel, folder), { recursive: true, force: true });
    const startedMs = Date.now();
    output.say("building the panel (once for these sources)");
    await runOnce({
      name: "build",
      command: process.execPath,
      args: [
        path.join(root, "scripts/supervisor/leash.mjs"),
        node,
        "node_modules/next/dist/bin/next",
        "build",
      ],
      cwd: panel,
      env: { ...env, NODE_ENV: "production", NO_COLOR: "1", NEXT_DIST_DIR: folder },
      output,
      signal,
      failure: "The panel could not be built",
    });
    await compressStaticFiles(path.join(panel, folder, "static"));
    fs.writeFileSync(path.join(panel, folder, mark), "");
    removeOldBuilds(folder);
    output.say(`panel built (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`);
    return folder;
  } catch (cause) {
    if (!cause.syscall) {
      throw cause;
    }
    throw new OperatorError(`The panel cannot be built in ${panel}: ${reason(cause)}.`, { cause });
  } finally {
    lock?.release();
  }
}
