import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { install } from "../install.mjs";
import { node, root } from "../project.mjs";

// `prepublishOnly` of the published packages, run in the package's folder: refuses to publish a version that is not
// committed, not described, or fails its tests as packed by npm.

const { name, version } = JSON.parse(fs.readFileSync("package.json", "utf8"));

function refuse(why) {
  console.error(`${name}@${version} is not published: ${why}`);
  process.exit(1);
}

const status = spawnSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" });
if (status.status !== 0 || status.stdout !== "") {
  refuse("the working tree has changes that are not committed.");
}
const newest = /^## (.*)$/m.exec(fs.readFileSync("CHANGELOG.md", "utf8"))?.[1];
if (newest !== version) {
  refuse(`the newest version in CHANGELOG.md is ${newest}. Run "npm run changeset version" first.`);
}
await install({ needsAll: true, log: (line) => console.error(line) });
const test = path.join(path.relative(root, process.cwd()), "test/packed.test.ts");
const args = ["node_modules/vitest/vitest.mjs", "run", "--project=integration", test];
// Without the registry the test is skipped, except in CI.
const { status: code } = spawnSync(node, args, {
  cwd: root,
  env: { ...process.env, CI: "true" },
  stdio: "inherit",
});
if (code !== 0) {
  refuse("the test of the packed package fails.");
}
