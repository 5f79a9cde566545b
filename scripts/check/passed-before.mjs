import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { root } from "../project.mjs";

const record = path.join(root, ".cache/checks.json");

/** The hash of all files but ignored ones, of which the lockfile says for the tools; undefined without git. */
function hashOfSources() {
  const { status, stdout } = spawnSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "-z"],
    { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 ** 2 },
  );
  if (status !== 0) {
    return undefined;
  }
  const hash = createHash("sha256").update(process.version);
  for (const file of [...new Set(stdout.split("\0"))].sort()) {
    const absolute = path.join(root, file);
    if (fs.statSync(absolute, { throwIfNoEntry: false })?.isFile()) {
      hash.update(`${file}\0`).update(fs.readFileSync(absolute)).update("\0");
    }
  }
  return hash.digest("hex");
}

function readRecord() {
  try {
    return JSON.parse(fs.readFileSync(record, "utf8"));
  } catch {
    return {};
  }
}

/** Which checks passed for these very sources: `has` and `add` a name, and `keep` what was added for the next run. */
export function readPassedBefore() {
  const hash = hashOfSources();
  const known = readRecord();
  const passed = new Set(hash !== undefined && known.hash === hash ? known.passed : []);
  return {
    has: (name) => passed.has(name),
    add: (name) => passed.add(name),
    keep() {
      // A file that changed meanwhile may have been checked before or after its change.
      if (hash !== undefined && hash === hashOfSources()) {
        fs.mkdirSync(path.dirname(record), { recursive: true });
        fs.writeFileSync(record, JSON.stringify({ hash, passed: [...passed] }));
      }
    },
  };
}
