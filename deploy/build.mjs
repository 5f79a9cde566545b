import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { OperatorError, reason } from "../packages/embedded-postgres/src/host.mjs";
import { install } from "../scripts/install.mjs";
import { node, readVersion, root } from "../scripts/project.mjs";
import { createOutput } from "../scripts/supervisor/output.mjs";
import { buildPanel } from "../scripts/supervisor/panel-build.mjs";

// `node deploy/build.mjs --to FOLDER`: from a checkout to a folder that runs on its own, without a package registry and
// without write access. It has Node itself, so a host needs none. docs/install.md describes what runs from it.

const usage = "node deploy/build.mjs --to FOLDER";

/** What runs. `npm start` has the same sources and more. */
const sources = [
  "LICENSE",
  "package.json",
  "apps/api",
  "apps/mail-host",
  "deploy/bin",
  "deploy/dns",
  "deploy/mail",
  "deploy/notify-systemd.mjs",
  "deploy/role-of-container.mjs",
  "deploy/systemd",
  "deploy/zonepost.mjs",
  "packages/db",
  "packages/embedded-postgres/src",
  "packages/epp",
  "packages/schema",
  "packages/secret-box",
  "packages/server-process",
  "packages/webhook-signing",
  "packages/zone-file",
  "sandbox/commands",
  "sandbox/portfolio",
  "scripts",
];
/** Those whose dependencies run. Of the panel's, only what its build has traced is needed. */
const packages = [
  ...["apps/api", "apps/mail-host", "deploy/dns", "deploy/mail", "sandbox/portfolio"],
  ...["packages/db", "packages/epp", "packages/schema", "packages/secret-box", "packages/webhook-signing"],
  ...["packages/server-process", "packages/zone-file"],
];
const leftOut =
  /(^|\/)(node_modules|test|testing|examples|dist|check|release|\.turbo)$|\.test\.\w+$|(^|\/)testing[^/]*\.\w+$|\.md$|(^|\/)tsconfig[^/]*$|(^|\/)Dockerfile$/;
/** Of dependencies: types and tests, sources that Node doesn't run there, source maps and documents. */
const leftOutOfDependencies = /\.[cm]?tsx?$|\.test\.\w+$|\.map$|\.md$|\.tsbuildinfo$/;
/** Optional peers of what runs, which only compile. */
const compilers = /^(typescript|@types\/.*)$/;
/** Of the panel's build: what only the build itself reads. */
const leftOutOfPanel = /^(cache|diagnostics|trace|trace-build|turbopack|types)$|\.nft\.json$|\.map$/;

function readArguments() {
  try {
    const { values } = parseArgs({ options: { to: { type: "string" } } });
    if (values.to) {
      return path.resolve(values.to);
    }
  } catch {
    // An unknown option, or one without its value.
  }
  throw Object.assign(new OperatorError(`Usage: ${usage}`), { exitCode: 2 });
}

function prepareFolder(folder) {
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.accessSync(folder, fs.constants.W_OK);
  } catch (cause) {
    throw new OperatorError(`${folder} can't be written: ${reason(cause)}.`, { cause });
  }
  if (fs.readdirSync(folder).length > 0) {
    throw new OperatorError(`${folder} isn't empty. Choose a new folder, so that nothing old stays in it.`);
  }
}

function copySources(folder) {
  for (const name of sources) {
    fs.cpSync(path.join(root, name), path.join(folder, name), {
      recursive: true,
      filter: (from) => !leftOut.test(path.relative(root, from)),
    });
  }
}

// ── Dependencies ────────────────────────────────────────────────────────────

const readManifest = (folder) => JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));

/** Copies packages and the links by which they find each other, so that each finds the same ones as here. */
function copyDependencies(folder) {
  const done = new Set();

  const copyLink = (link) => {
    const to = path.join(folder, path.relative(root, link));
    if (!fs.existsSync(path.dirname(to))) {
      fs.mkdirSync(path.dirname(to), { recursive: true });
    }
    if (!fs.lstatSync(to, { throwIfNoEntry: false })) {
      fs.symlinkSync(fs.readlinkSync(link), to);
    }
  };
  const visit = (/** @type {string} */ place, names) => {
    for (const name of names.filter((each) => !compilers.test(each))) {
      const link = path.join(place, name);
      if (!fs.lstatSync(link, { throwIfNoEntry: false })) {
        continue;
      }
      const real = fs.realpathSync(link);
      if (link !== real) {
        copyLink(link);
      }
      if (real.includes("/node_modules/")) {
        copyPackage(real);
      } else if (!packages.some((known) => real.startsWith(path.join(root, known)))) {
        throw new Error(`${real} is needed, but isn't among the packages of the build`);
      }
    }
  };
  const copyPackage = (real) => {
    if (done.has(real)) {
      return;
    }
    done.add(real);
    fs.cpSync(real, path.join(folder, path.relative(root, real)), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (from) => !leftOutOfDependencies.test(from),
    });
    const manifest = readManifest(real);
    const { name, dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifest;
    visit(
      real.slice(0, -name.length - 1),
      Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }),
    );
  };

  for (const name of packages) {
    const place = path.join(root, name, "node_modules");
    visit(place, Object.keys(readManifest(path.join(root, name)).dependencies ?? {}));
  }
  visit(path.join(root, "node_modules"), ["zod"]);
  // Without the packages that have brought it.
  fs.mkdirSync(path.join(folder, "node_modules/node/bin"), { recursive: true });
  fs.copyFileSync(
    path.join(root, "node_modules/node/bin/node"),
    path.join(folder, "node_modules/node/bin/node"),
  );
}

// ── The panel ───────────────────────────────────────────────────────────────

const filesOf = (folder) =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));

/** Next's trace begins behind the server that it starts for us, as scripts/supervisor/serve-panel.mjs has it started. */
function filesLoadedByServer(panel, build) {
  const program = `
    const { config } = require("./${build}/required-server-files.json");
    process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
    require("next")({ dev: false, dir: process.cwd() }).prepare().then(() => {
      console.log("\\n" + JSON.stringify(Object.keys(require.cache)));
      process.exit(0);
    });`;
  const env = { ...process.env, NODE_ENV: "production", NEXT_DIST_DIR: build };
  const { stdout, stderr, status } = spawnSync(node, ["-e", program], { cwd: panel, env, encoding: "utf8" });
  if (status !== 0) {
    throw new Error(`the panel's server doesn't start: ${stderr}`);
  }
  const files = JSON.parse(stdout.trim().split("\n").at(-1) ?? "[]");
  return files.filter((file) => file.includes("/node_modules/"));
}

/** By which a file in it is found: those of the folders above it, up to its package. */
function manifestsOf(file) {
  const found = [];
  for (
    let at = path.dirname(file);
    path.basename(path.dirname(at)) !== "node_modules";
    at = path.dirname(at)
  ) {
    found.push(path.join(at, "package.json"));
  }
  return found.filter((each) => fs.existsSync(each));
}

/** The build, and of its dependencies the files that it has traced: a tenth of a percent of them. */
function copyPanel(folder, build) {
  const panel = path.join(root, "apps/panel");
  const built = path.join(panel, build);
  const to = (file) => path.join(folder, path.relative(root, file));
  fs.mkdirSync(to(panel), { recursive: true });
  fs.copyFileSync(path.join(panel, "package.json"), to(path.join(panel, "package.json")));
  fs.cpSync(built, to(built), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (from) => !leftOutOfPanel.test(path.relative(built, from)),
  });
  const loaded = filesLoadedByServer(panel, build);
  const traced = new Set([
    path.join(panel, "node_modules/next"),
    ...loaded,
    ...loaded.flatMap((file) => manifestsOf(file)),
  ]);
  for (const trace of filesOf(built).filter((file) => file.endsWith(".nft.json"))) {
    for (const file of JSON.parse(fs.readFileSync(trace, "utf8")).files) {
      traced.add(path.resolve(path.dirname(trace), file));
    }
  }
  for (const file of traced) {
    const isOurs = file.startsWith(`${built}/`) || !file.startsWith(`${root}/`);
    if (isOurs || fs.lstatSync(to(file), { throwIfNoEntry: false })) {
      continue;
    }
    fs.mkdirSync(path.dirname(to(file)), { recursive: true });
    if (fs.lstatSync(file).isSymbolicLink()) {
      fs.symlinkSync(fs.readlinkSync(file), to(file));
    } else {
      fs.copyFileSync(file, to(file));
    }
  }
}

// ── All of it ───────────────────────────────────────────────────────────────

function sizeOf(folder) {
  // Links lead to the same file more than once.
  const files = new Set(filesOf(folder).map((file) => fs.realpathSync(file)));
  let bytes = 0;
  for (const file of files) {
    bytes += fs.statSync(file).size;
  }
  return `${Math.round(bytes / 1024 ** 2)} MB`;
}

async function build() {
  const folder = readArguments();
  prepareFolder(folder);
  // Everyone may read it, whatever the user's own default.
  process.umask(0o022);
  const output = createOutput();
  await install({ log: output.say });
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
  const panel = await buildPanel({ env, output, signal: new AbortController().signal });
  copySources(folder);
  copyDependencies(folder);
  copyPanel(folder, panel);
  fs.symlinkSync("deploy/bin", path.join(folder, "bin"));
  // The last, so that a folder without it is known to be unfinished.
  const { version, commit } = readVersion();
  fs.writeFileSync(
    path.join(folder, "build.json"),
    `${JSON.stringify({ version, commit, panel }, null, 2)}\n`,
  );
  output.say(`Zonepost ${version} is in ${folder} (${sizeOf(folder)})`);
}

await build().catch((error) => {
  console.error(error.publicMessage ?? error);
  process.exit(error.exitCode ?? 1);
});
