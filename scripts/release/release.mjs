import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

// `npm run release -- 0.2.0`: gives the commit a version, dates its section of CHANGELOG.md, and keeps the columns that it
// selects, which migrations of the next release may not drop. Pushing the commit and its tag is left to you.

const versionForm = /^\d+\.\d+\.\d+$/;
const unreleased = "## Unreleased";

/** A release that was refused. Nothing was changed. */
export class ReleaseError extends Error {}

function git(folder, ...args) {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) {
    throw new ReleaseError(`git ${args[0]} failed: ${stderr.trim()}`);
  }
  return stdout.trim();
}

const isNewer = (version, than) => version.localeCompare(than, "en", { numeric: true }) > 0;

/** The columns of the newest migration's snapshot, by table. */
function readColumns(folder) {
  const meta = path.join(folder, "packages/db/migrations/meta");
  const newest = fs
    .readdirSync(meta)
    .filter((name) => name.endsWith("_snapshot.json"))
    .sort()
    .at(-1);
  const { tables } = JSON.parse(fs.readFileSync(path.join(meta, newest ?? ""), "utf8"));
  return Object.fromEntries(
    Object.values(tables).map(({ name, columns }) => [
      name,
      Object.values(columns).map((column) => column.name),
    ]),
  );
}

/** Writes the release's files, commits and tags them. Throws a ReleaseError. */
export function release(folder, version, date) {
  const manifestFile = path.join(folder, "package.json");
  const changelogFile = path.join(folder, "CHANGELOG.md");
  const manifest = fs.readFileSync(manifestFile, "utf8");
  const changelog = fs.readFileSync(changelogFile, "utf8");
  const current = JSON.parse(manifest).version;
  const isFirst = !/^## \d/m.test(changelog);
  if (!versionForm.test(version ?? "")) {
    throw new ReleaseError("Usage: npm run release -- 0.2.0");
  }
  if (isFirst ? isNewer(current, version) : !isNewer(version, current)) {
    throw new ReleaseError(`${version} isn't newer than ${current}.`);
  }
  if (git(folder, "status", "--porcelain") !== "") {
    throw new ReleaseError("The working tree has changes that are not committed.");
  }
  if (git(folder, "tag", "--list", `v${version}`) !== "") {
    throw new ReleaseError(`There is a tag v${version} already.`);
  }
  const [before, after = ""] = changelog.split(`${unreleased}\n`);
  if (/^\s*(## |$)/.test(after)) {
    throw new ReleaseError(`CHANGELOG.md has nothing below "${unreleased}".`);
  }
  fs.writeFileSync(changelogFile, `${before}${unreleased}\n\n## ${version} (${date})\n${after}`);
  fs.writeFileSync(manifestFile, manifest.replace(`"version": "${current}"`, `"version": "${version}"`));
  const columns = { version, columns: readColumns(folder) };
  fs.writeFileSync(
    path.join(folder, "packages/db/released-columns.json"),
    `${JSON.stringify(columns, null, 2)}\n`,
  );
  git(folder, "add", "--all");
  git(folder, "commit", "--quiet", "--message", `release: ${version}`);
  git(folder, "tag", "--annotate", "--message", `Zonepost ${version}`, `v${version}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [version] = process.argv.slice(2);
  try {
    const root = path.dirname(path.dirname(import.meta.dirname));
    release(root, version, new Date().toISOString().slice(0, 10));
    console.log(`Zonepost ${version} is committed and tagged. To publish it: git push --follow-tags`);
  } catch (error) {
    if (!(error instanceof ReleaseError)) {
      throw error;
    }
    console.error(error.message);
    process.exit(1);
  }
}
